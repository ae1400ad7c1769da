import { expect } from 'chai';
import { charge, expiresAt, having, lostPix } from '#/domain/testing/charged-anew.ts';
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

  it('moves no more once it was left to staff: no read-back would ask the acquirer to which it moved', async () => {
    const it = lostPix({ sandbox: having() });
    await it.readBack();
    expect(it.state().isUnresolved).to.equal(true);
    it.all['pagarme'] = having(charge());
    await it.readBack();
    expect(it.state()).to.include({ status: 'PENDING', provider: 'sandbox' });
  });
});
