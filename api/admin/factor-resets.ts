import type { ProceduresOf } from '#/api/http/procedure.ts';
import {
  askFactorReset,
  confirmFactorReset,
  getSecondFactor,
  listFactorResets,
  refuseFactorReset,
} from '#/api/people/reset-factor.ts';

type Names = Extract<
  keyof ProceduresOf<'admin'>,
  'admin.getSecondFactor' | `admin.${string}FactorReset${string}`
>;

export const factorResetProcedures: Pick<ProceduresOf<'admin'>, Names> = {
  'admin.getSecondFactor': (person, { caller, services }) =>
    getSecondFactor(services, caller, person),
  'admin.listFactorResets': async (_input, { caller, services }) => ({
    resets: await listFactorResets(services, caller),
  }),
  'admin.askFactorReset': async (input, { caller, services }) => {
    await askFactorReset(services, caller, input);
    return {};
  },
  'admin.confirmFactorReset': async ({ resetId }, { caller, services }) => {
    await confirmFactorReset(services, caller, resetId);
    return {};
  },
  'admin.refuseFactorReset': async ({ resetId }, { caller, services }) => {
    await refuseFactorReset(services, caller, resetId);
    return {};
  },
};
