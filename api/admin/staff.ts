import type { ProceduresOf } from '#/api/http/procedure.ts';
import {
  blockFunctionary,
  requireOwnStaff,
  restoreFunctionary,
  reviseFunctionary,
} from '#/api/people/change-functionary.ts';
import { inviteAgain, inviteFunctionary } from '#/api/people/invite-functionary.ts';
import { listStaff } from '#/api/people/list-staff.ts';

type StaffName = Extract<
  keyof ProceduresOf<'admin'>,
  'admin.listStaff' | 'admin.inviteAgain' | `admin.${string}Functionary`
>;

export const staffProcedures: Pick<ProceduresOf<'admin'>, StaffName> = {
  'admin.listStaff': (input, { caller, services }) => listStaff(services, caller, input),

  'admin.inviteFunctionary': (input, { caller, language, once, services }) =>
    once((by) => inviteFunctionary(services, input, { caller, language, by })),

  'admin.inviteAgain': async ({ staffId }, { caller, language, once, services }) => {
    await requireOwnStaff(services, caller, staffId);
    return once((by) => inviteAgain(services, staffId, { caller, language, by }));
  },

  'admin.reviseFunctionary': async (input, { caller, once, services }) => {
    await requireOwnStaff(services, caller, input.staffId);
    return { position: await once((by) => reviseFunctionary(services, caller, input, by)) };
  },

  'admin.blockFunctionary': async (input, { caller, once, services }) => {
    await requireOwnStaff(services, caller, input.staffId);
    return { position: await once((by) => blockFunctionary(services, caller, input, by)) };
  },

  'admin.restoreFunctionary': async (input, { caller, once, services }) => {
    await requireOwnStaff(services, caller, input.staffId);
    return { position: await once((by) => restoreFunctionary(services, caller, input, by)) };
  },
};
