import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import {
  createMemoryCheckpoints,
  NoCheckpoint,
  requireCheckpoints,
  setStart,
} from './checkpoints.ts';
import { policyWorld } from '#/ledger/testing/policy-world.ts';

const shopWithRefund = async () => {
  const refundCalls: string[] = [];
  const shop = policyWorld({
    refunds: async () => {
      refundCalls.push('refund');
      return true;
    },
  });
  await shop.approve('p-1');
  const request = { refundId: 'r-1', amount: cents(9_700), note: 'desistiu', now };
  await shop.send('p-1', { type: 'RequestRefund', ...request });
  return { ...shop, refundCalls };
};

describe('Policies of a log that came without its checkpoints', () => {
  it('act on nothing until an operator gives the position from which they go on', async () => {
    const { start, settled, pending, refundCalls, failures } = await shopWithRefund();
    const checkpoints = createMemoryCheckpoints();
    const runner = start(checkpoints);
    await eventually(() => (failures.length > 1 ? true : undefined), 'both readers refuse');
    expect(new Set(failures)).to.deep.equal(new Set(['policies', 'reactions']));
    expect([await pending(), refundCalls]).to.deep.equal([0, []]);
    await setStart(checkpoints, '');
    await settled(runner);
    await runner.stop();
    expect(refundCalls).to.deep.equal(['refund']);
  });

  it('ignore events before the position that they are given', async () => {
    const { start, settled, pending, refundCalls, store } = await shopWithRefund();
    const checkpoints = createMemoryCheckpoints();
    await setStart(checkpoints, (await store.head()) ?? '');
    const runner = start(checkpoints);
    await settled(runner);
    await runner.stop();
    expect([await pending(), refundCalls]).to.deep.equal([0, []]);
  });

  it('are given a position only if they have none', async () => {
    const { store } = await shopWithRefund();
    const head = (await store.head()) ?? '';
    const checkpoints = createMemoryCheckpoints();
    expect(await requireCheckpoints(checkpoints).catch((error: unknown) => error)).to.be.instanceOf(
      NoCheckpoint,
    );
    await checkpoints.save('policies', head);
    await setStart(checkpoints, '');
    expect([await checkpoints.load('policies'), await checkpoints.load('reactions')]).to.deep.equal(
      [head, ''],
    );
    await requireCheckpoints(checkpoints);
  });
});
