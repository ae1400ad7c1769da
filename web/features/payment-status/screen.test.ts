import { expect } from 'chai';
import { screenOf } from './screen.ts';

const at = Date.parse('2026-11-20T12:00:00.000Z');
const pix = {
  method: 'PIX',
  status: 'PENDING',
  pixCode: '000201',
  billetCode: null,
  expiresAt: '2026-11-20T12:30:00.000Z',
} as const;
const billet = { ...pix, method: 'BILLET', pixCode: null, billetCode: '341' } as const;

describe('the status screen', () => {
  it('shows a PIX to be paid until it expires, by the clock', () => {
    expect(screenOf(pix, at)).to.equal('pix');
    expect(screenOf(pix, Date.parse(pix.expiresAt))).to.equal('pix-expired');
    expect(screenOf({ ...pix, pixCode: null }, at)).to.equal('pix-preparing');
  });

  it('keeps a boleto open after its due date, because it may be clearing', () => {
    expect(screenOf(billet, at + 86_400_000)).to.equal('billet');
    expect(screenOf({ ...billet, billetCode: null }, at)).to.equal('billet-preparing');
  });

  it('says that a card is being confirmed, never that it failed, while nobody knows', () => {
    expect(screenOf({ ...pix, method: 'CREDIT_CARD', pixCode: null }, at + 1e9)).to.equal(
      'card-pending',
    );
  });

  it('turns to paid whatever the clock says', () => {
    expect(screenOf({ ...pix, status: 'APPROVED' }, at + 1e9)).to.equal('approved');
  });

  it('ends a canceled payment by what was canceled', () => {
    expect(screenOf({ ...pix, status: 'CANCELED' }, at)).to.equal('pix-expired');
    expect(screenOf({ ...billet, status: 'CANCELED' }, at)).to.equal('billet-expired');
    expect(screenOf({ ...pix, method: 'CREDIT_CARD', status: 'CANCELED' }, at)).to.equal(
      'canceled',
    );
  });
});
