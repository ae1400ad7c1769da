import { expect } from 'chai';
import { conclude, report, take, type CurrentNotices } from './samples.ts';

const TRANSACTION = 't-1';

export const claimingContract = (current: CurrentNotices): void => {
  const claim = (word: string) =>
    report(current().store, [
      { transactionId: TRANSACTION, isProved: false, status: 'CHARGEBACK', word },
    ]);

  /** Concludes without confirmation. @returns whether the target was due */
  const askInVain = async (): Promise<boolean> => {
    const { store } = current();
    const [leased] = await take(store, 1);
    if (!leased) return false;
    await conclude(store, leased, { outcome: 'UNCONFIRMED', paymentId: 'p-1', platformId: 'demo' });
    return true;
  };

  it('asks hourly for three days, then daily for thirty, and then no more', async () => {
    await claim('chargedback');
    const asksIn = async (steps: number, seconds: number): Promise<number> => {
      let asked = 0;
      for (let step = 0; step < steps; step += 1) {
        asked += Number(await askInVain());
        await current().pass(seconds);
      }
      return asked;
    };
    expect(await asksIn(10, 600)).to.be.within(8, 10);
    expect(await asksIn(70, 3_600)).to.be.within(65, 70);
    expect(await asksIn(30, 86_400)).to.be.within(26, 30);
    expect(await asksIn(10, 86_400)).to.equal(0);
    const id = `onz:demo:${TRANSACTION}-chargedback`;
    expect(await current().store.get(id)).to.include({ outcome: 'UNCONFIRMED' });
  });

  it('asks no sooner because strangers repeat the claim', async () => {
    for (let round = 0; round < 9; round += 1) {
      const { dueInMs } = await claim(`w${round}`);
      await current().pass(Math.max(0, dueInMs ?? 0) / 1_000 + 0.01);
      expect(await askInVain()).to.equal(true);
    }
    await current().pass(15);
    expect((await claim('another')).dueInMs).to.be.greaterThan(5_000);
  });
};
