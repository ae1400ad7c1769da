import type { ReadModelState } from '#/api/contract/admin.ts';
import type { ProceduresOf } from '#/api/procedure.ts';
import { readCheckpoints, retiredFirst } from '#/projections/checkpoints.ts';

type ReadModelProcedures = Pick<
  ProceduresOf<'admin'>,
  'admin.listReadModels' | 'admin.startRebuild' | 'admin.startGoingBack' | 'admin.getRebuild'
>;

export const readModelProcedures: ReadModelProcedures = {
  'admin.listReadModels': async (_input, { parts }) => {
    const { projections, database } = parts;
    const health = projections.health();
    const names = health.map(({ name }) => name);
    const [lag, kept] = await Promise.all([projections.lag(), readCheckpoints(database, names)]);
    const previousOf = (name: string, version: number): number | null => {
      const [previous] = retiredFirst(kept.filter((each) => each.name === name));
      return previous?.version === version ? previous.generation : null;
    };
    const items = health.map(
      ({ name, version, generation, status, position, error }): ReadModelState => ({
        name,
        version,
        generation,
        previous: previousOf(name, version),
        // Parked for whatever reason: people must look, and queries show what is old.
        status: status === 'live' ? 'live' : 'degraded',
        position: position === '' ? null : position,
        lag: lag.get(name) ?? 0,
        failure: error === null ? null : (error.split(': ', 1)[0] ?? status),
      }),
    );
    return { items };
  },

  'admin.startRebuild': async ({ name }, { parts }) => ({ jobId: parts.rebuilds.start(name) }),

  'admin.startGoingBack': async ({ name }, { parts }) => ({
    jobId: parts.rebuilds.startBack(name),
  }),

  'admin.getRebuild': async ({ jobId }, { parts }) => parts.rebuilds.progress(jobId),
};
