import { expect } from 'chai';
import {
  charge,
  secondCharge,
  expiresAt,
  acquirerWith,
  lostPix,
} from '#/domain/testing/lost-pix.ts';
import { addSeconds } from '#/domain/values/time.ts';

const DAY = 86_400;

describe('A lost PIX that was charged a second time', () => {
  it('is followed to where it can still be paid, not to where its money has gone back', async () => {
    const until = addSeconds(expiresAt, DAY);
    const back = acquirerWith(charge({ status: 'REFUNDED', transactionId: 'tx-2' }));
    const payable = acquirerWith(charge({ status: 'PENDING', expiresAt: until }));
    const it = lostPix({ noxpay: back, pagarme: payable });
    await it.readBack();
    expect(it.state()).to.include({ status: 'PENDING', provider: 'pagarme' });
  });

  it('returns to the charge that it has left, where that one was paid, and keeps the other one on record', async () => {
    const until = addSeconds(expiresAt, DAY);
    const it = lostPix({ pagarme: acquirerWith(charge({ status: 'PENDING', expiresAt: until })) });
    await it.readBack();
    expect(it.state()).to.include({ provider: 'pagarme', transactionId: 'tx-1' });
    it.all['pagarme'] = acquirerWith(charge({ status: 'CANCELED' }));
    it.all['sandbox'] = acquirerWith(secondCharge({ status: 'APPROVED' }));
    await it.readBack();
    const state = it.state();
    expect(state).to.include({ status: 'APPROVED', provider: 'sandbox', transactionId: 'tx-0' });
    expect(state.formerCharges.map(({ transactionId }) => transactionId)).to.deep.equal(['tx-1']);
  });

  it('moves no more once it was left to staff: no read-back would ask the acquirer to which it moved', async () => {
    const it = lostPix({ sandbox: acquirerWith() });
    await it.readBack();
    expect(it.state().wasLeftToStaff).to.equal(true);
    it.all['pagarme'] = acquirerWith(charge());
    await it.readBack();
    expect(it.state()).to.include({ status: 'PENDING', provider: 'sandbox' });
  });
});

describe('A lost PIX whose second charge has expired, while the code of the first can still be paid', () => {
  const until = addSeconds(expiresAt, 86_400);
  const pending = acquirerWith(charge({ status: 'PENDING', expiresAt: until }));

  it('is followed there until the end that its acquirer states, and then called off', async () => {
    const it = lostPix({ pagarme: pending });
    await it.readBack();
    const code = { provider: 'pagarme', transactionId: 'tx-1' };
    expect(it.state()).to.include({ status: 'PENDING', expiresAt: until, ...code });
    expect(it.types(), 'it is still read back').not.to.include('PaymentLeftUnresolved');
    it.later(172_800);
    await it.readBack();
    expect(it.state()).to.include({ status: 'CANCELED', ...code });
  });

  it('is called off where that end is over too', async () => {
    const it = lostPix({ pagarme: pending }, { askedAt: addSeconds(until, 600) });
    await it.readBack();
    expect(it.state()).to.include({ status: 'CANCELED', provider: 'sandbox' });
  });
});
