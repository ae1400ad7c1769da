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
  it('moves to where it can still be paid, not to where its money has gone back', async () => {
    const until = addSeconds(expiresAt, DAY);
    const refundedCharge = acquirerWith(charge({ status: 'REFUNDED', transactionId: 'tx-2' }));
    const payable = acquirerWith(charge({ status: 'PENDING', expiresAt: until }));
    const lost = lostPix({ noxpay: refundedCharge, pagarme: payable });
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'PENDING', provider: 'pagarme' });
  });

  it('moves back to the second charge where that was paid, and keeps the first one on record', async () => {
    const until = addSeconds(expiresAt, DAY);
    const lost = lostPix({
      pagarme: acquirerWith(charge({ status: 'PENDING', expiresAt: until })),
    });
    await lost.readBack();
    expect(lost.state()).to.include({ provider: 'pagarme', transactionId: 'tx-1' });
    lost.all['pagarme'] = acquirerWith(charge({ status: 'CANCELED' }));
    lost.all['sandbox'] = acquirerWith(secondCharge({ status: 'APPROVED' }));
    await lost.readBack();
    const state = lost.state();
    expect(state).to.include({ status: 'APPROVED', provider: 'sandbox', transactionId: 'tx-0' });
    expect(state.formerCharges.map(({ transactionId }) => transactionId)).to.deep.equal(['tx-1']);
  });

  it('moves no more once it was left to staff: no read-back would ask the acquirer to which it moved', async () => {
    const lost = lostPix({ sandbox: acquirerWith() });
    await lost.readBack();
    expect(lost.state().wasLeftToStaff).to.equal(true);
    lost.all['pagarme'] = acquirerWith(charge());
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'PENDING', provider: 'sandbox' });
  });
});

describe('A lost PIX whose second charge has expired, while the code of the first can still be paid', () => {
  const until = addSeconds(expiresAt, 86_400);
  const pending = acquirerWith(charge({ status: 'PENDING', expiresAt: until }));

  it('moves to that acquirer until the expiry that it states, and is then called off', async () => {
    const lost = lostPix({ pagarme: pending });
    await lost.readBack();
    const code = { provider: 'pagarme', transactionId: 'tx-1' };
    expect(lost.state()).to.include({ status: 'PENDING', expiresAt: until, ...code });
    expect(lost.types(), 'it is still read back').not.to.include('PaymentLeftUnresolved');
    lost.later(172_800);
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'CANCELED', ...code });
  });

  it('is called off where that expiry has passed, too', async () => {
    const lost = lostPix({ pagarme: pending }, { askedAt: addSeconds(until, 600) });
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'CANCELED', provider: 'sandbox' });
  });
});
