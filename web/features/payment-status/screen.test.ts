import { expect } from 'chai';
import { screenOf } from './screen.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const pix = {
  method: 'PIX',
  status: 'PENDING',
  pixCode: '000201',
  billetCode: null,
  expiresAt: '2026-11-20T12:30:00.000Z',
} as const;
const boleto = { ...pix, method: 'BILLET', pixCode: null, billetCode: '341' } as const;

describe('Payment status screen', () => {
  it('shows a PIX as payable until it expires, and as being prepared while it has no code', () => {
    expect(screenOf(pix, now)).to.equal('pix');
    expect(screenOf(pix, Date.parse(pix.expiresAt))).to.equal('pix-expired');
    expect(screenOf({ ...pix, pixCode: null }, now)).to.equal('pix-preparing');
  });

  it('shows a boleto as payable even after it expires, and as being prepared while it has no line', () => {
    expect(screenOf(boleto, now + 86_400_000)).to.equal('boleto');
    expect(screenOf({ ...boleto, billetCode: null }, now)).to.equal('boleto-preparing');
  });

  it('shows a card payment of unknown outcome as being confirmed, however long it takes', () => {
    expect(screenOf({ ...pix, method: 'CREDIT_CARD', pixCode: null }, now + 1e9)).to.equal(
      'card-pending',
    );
  });

  it('shows an approved PIX as paid even after its expiry', () => {
    expect(screenOf({ ...pix, status: 'APPROVED' }, now + 1e9)).to.equal('approved');
  });

  it('shows a cancelled PIX or boleto as expired, and a cancelled card payment as cancelled', () => {
    expect(screenOf({ ...pix, status: 'CANCELED' }, now)).to.equal('pix-expired');
    expect(screenOf({ ...boleto, status: 'CANCELED' }, now)).to.equal('boleto-expired');
    expect(screenOf({ ...pix, method: 'CREDIT_CARD', status: 'CANCELED' }, now)).to.equal(
      'canceled',
    );
  });
});
