import type { ReadModelState } from '#/api/contract/admin.ts';
import type { ProceduresOf } from '#/api/procedure.ts';

type ReadModelProcedures = Pick<
  ProceduresOf<'admin'>,
  'admin.listReadModels' | 'admin.startRebuild' | 'admin.getRebuild'
>;

export const readModelProcedures: ReadModelProcedures = {
  'admin.listReadModels': async (_input, { parts }) => {
    const { projections } = parts;
    const lag = await projections.lag();
    const items = projections
      .health()
      .map(({ name, version, generation, status, position, error }): ReadModelState => ({
        name,
        version,
        generation,
        // Parked for whatever reason: people must look, and queries show what is old.
        status: status === 'live' ? 'live' : 'degraded',
        position: position === '' ? null : position,
        lag: lag.get(name) ?? 0,
        failure: error === null ? null : (error.split(': ', 1)[0] ?? status),
      }));
    return { items };
  },

  'admin.startRebuild': async ({ name }, { parts }) => ({ jobId: parts.rebuilds.start(name) }),

  'admin.getRebuild': async ({ jobId }, { parts }) => parts.rebuilds.progress(jobId),
};
