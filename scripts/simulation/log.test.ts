import { setImmediate as nextTurn } from 'node:timers/promises';
import { eventStoreContract } from '#/ledger/event-store.contract.ts';
import { createDraws } from './draws.ts';
import { KIND, SimulatedLog } from './log.ts';
import { SimulatedProcess } from './process.ts';
import { World } from './world.ts';

/** Lets virtual time pass until the test is over. */
const running = (world: World): AbortController => {
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
    const over = running(world);
    return { store: open(), reopen: async () => open(), dispose: async () => over.abort() };
  });
}
