import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { LogRewound, RecordCut, StoreAway, type NewEvent } from '#/ledger/event-store.ts';
import { eventStoreContract } from '#/ledger/event-store.contract.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createDraws } from '#/scripts/simulation/draws.ts';
import { SimulatedLog } from './log.ts';
import { KIND } from './log-fault-rates.ts';
import { SimulatedProcess } from '#/scripts/simulation/process.ts';
import { World } from '#/scripts/simulation/world.ts';

/** Lets virtual time pass until the returned controller aborts. */
const runWorld = (world: World): AbortController => {
  const over = new AbortController();
  const run = async (): Promise<void> => {
    while (!over.signal.aborted) if (!(await world.step())) await nextTurn();
  };
  void run();
  return over;
};

for (const isSparse of [false, true]) {
  eventStoreContract(`The simulated log, ${isSparse ? 'sparse' : 'dense'}`, async () => {
    const world = new World(createDraws(1), Date.parse('2026-11-23T12:00:00.000Z'));
    const log = new SimulatedLog(world);
    log.manners = { ...KIND, isSparse };
    let handles = 0;
    const open = () => {
      handles += 1;
      return log.handleOf(new SimulatedProcess(world, `process-${handles}`));
    };
    const over = runWorld(world);
    return { store: open(), reopen: async () => open(), dispose: async () => over.abort() };
  });
}

const event = (nth: number): NewEvent => ({
  id: derivedId('simulated event', String(nth)),
  type: 'Happened',
  data: JSON.stringify({ nth }),
  meta: '{}',
});

describe('The simulated log at a failover', () => {
  it('loses its end and what was saved meanwhile, which a process notices at its next call', async () => {
    const world = new World(createDraws(1), Date.parse('2026-11-23T12:00:00.000Z'));
    const log = new SimulatedLog(world);
    const store = log.handleOf(new SimulatedProcess(world, 'process'));
    const over = runWorld(world);
    const first = await store.append('thing-1', [event(1)], { expected: 'no_stream' });
    await store.checkpoints.save('reader', first.position);
    const before = world.now;
    await new Promise<void>((resolve) => void world.after(1_000, 'a second', () => resolve()));
    const lost = await store.append('thing-1', [event(2)], { expected: 0 });
    await store.checkpoints.save('reader', lost.position);
    const { signal } = new AbortController();
    const following = store.subscribe({ after: lost.position, signal })[Symbol.asyncIterator]();
    expect((await following.next()).value).to.deep.equal({ kind: 'caught-up' });
    log.failOver(world.now - before);
    expect(log.stream('thing-1').map(({ id }) => id)).to.deep.equal([event(1).id]);
    expect([store.rewinds(), store.lineage()]).to.deep.equal([0, 'copy 1']);
    expect(await store.head().catch((error: unknown) => error)).to.be.instanceOf(StoreAway);
    expect([store.rewinds(), store.lineage()]).to.deep.equal([1, 'copy 2']);
    expect(await store.head()).to.equal(first.position);
    expect(await store.checkpoints.load('reader')).to.equal(first.position);
    const failure = await following.next().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(LogRewound);
    over.abort();
  });
});

describe('A stream of the simulated log whose beginning is hidden', () => {
  it('is neither read nor appended to until it is whole again', async () => {
    const world = new World(createDraws(1), Date.parse('2026-11-23T12:00:00.000Z'));
    const log = new SimulatedLog(world);
    const store = log.handleOf(new SimulatedProcess(world, 'process'));
    const over = runWorld(world);
    await store.append('thing-1', [event(1)], { expected: 'no_stream' });
    log.cut(/^thing-/, 60_000);
    const failures = [
      await store.readStream('thing-1').catch((error: unknown) => error),
      await store.append('thing-1', [event(2)], { expected: 0 }).catch((error: unknown) => error),
    ];
    for (const failure of failures) expect(failure).to.be.instanceOf(RecordCut);
    await new Promise<void>((resolve) => void world.after(60_000, 'a minute', () => resolve()));
    expect(await store.readStream('thing-1')).to.have.length(1);
    over.abort();
  });
});
