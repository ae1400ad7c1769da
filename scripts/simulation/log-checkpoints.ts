import type { Checkpoints } from '#/ledger/checkpoints.ts';
import type { SimulatedProcess } from './process.ts';

/** Checkpoints each call of which takes its time, and is lost with its process. */
export const checkpointsFor = (process: SimulatedProcess, kept: Checkpoints): Checkpoints => {
  const of = [1, 10] as const;
  const call = <Answer>(what: string, about: string, effect: () => Promise<Answer>) =>
    process.call(what, about, { of, effect });
  return {
    load: (name) => call('load checkpoint', name, () => kept.load(name)),
    save: (name, position) => call('save checkpoint', name, () => kept.save(name, position)),
    park: (it) => call('park', it.position, () => kept.park(it)),
    unpark: (it) => call('unpark', it.position, () => kept.unpark(it)),
    parked: () => call('read parked', '', () => kept.parked()),
  };
};
