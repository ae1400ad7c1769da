import { expect } from 'chai';
import { charge, chargeAnew, expiresAt, having, lostPix } from '#/domain/testing/charged-anew.ts';
import { addSeconds } from '#/domain/values/time.ts';

const DAY = 86_400;

describe('A PIX that the log has lost and that was charged anew', () => {
  it('is followed to where it can still be paid, not to where its money has gone back', async () => {
    const until = addSeconds(expiresAt, DAY);
    const back = having(charge({ status: 'REFUNDED', transactionId: 'tx-2' }));
    const payable = having(charge({ status: 'PENDING', expiresAt: until }));
    const it = lostPix({ noxpay: back, pagarme: payable });
    await it.readBack();
    expect(it.state()).to.include({ status: 'PENDING', provider: 'pagarme' });
  });

  it('returns to the charge that it has left, where that one was paid, and keeps the other one on record', async () => {
    const until = addSeconds(expiresAt, DAY);
    const it = lostPix({ pagarme: having(charge({ status: 'PENDING', expiresAt: until })) });
    await it.readBack();
    expect(it.state()).to.include({ provider: 'pagarme', transactionId: 'tx-1' });
    it.all['pagarme'] = having(charge({ status: 'CANCELED' }));
    it.all['sandbox'] = having(chargeAnew({ status: 'APPROVED' }));
    await it.readBack();
    const state = it.state();
    expect(state).to.include({ status: 'APPROVED', provider: 'sandbox', transactionId: 'tx-0' });
    expect(state.formerCharges.map(({ transactionId }) => transactionId)).to.deep.equal(['tx-1']);
  });

  it('moves no more once it was left to staff: no read-back would ask the acquirer to which it moved', async () => {
    const it = lostPix({ sandbox: having() });
    await it.readBack();
    expect(it.state().isUnresolved).to.equal(true);
    it.all['pagarme'] = having(charge());
    await it.readBack();
    expect(it.state()).to.include({ status: 'PENDING', provider: 'sandbox' });
  });
});
