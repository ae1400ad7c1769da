import type { ProceduresOf } from '#/api/http/procedure.ts';
import { listAcquirersTakingReceivers } from '#/api/receivers/acquirers-taking-receivers.ts';
import { linkChecklist } from '#/api/receivers/link-checklist.ts';
import { readReceiverBalance } from '#/api/receivers/receiver-balance.ts';
import { showReceivers } from '#/api/receivers/show-receivers.ts';
import { showReceiver } from '#/api/receivers/show-receiver.ts';
import { readBackRegistration } from '#/api/receivers/registrations.ts';
import { requestRegistration } from '#/api/receivers/request-registration.ts';
import { reviewFile } from '#/api/receivers/review-file.ts';
import { requireActiveSeller } from '#/api/people/require-active-seller.ts';

type ReceiverProcedures = Pick<
  ProceduresOf<'admin'>,
  Extract<keyof ProceduresOf<'admin'>, `admin.${string}Receiver${string}`>
>;

export const receiverProcedures: ReceiverProcedures = {
  'admin.listReceivers': (input, { caller, services }) => showReceivers(services, caller, input),

  'admin.getReceiver': async ({ sellerId, after }, call) => {
    const { services } = call;
    const { core } = services;
    const { platformId } = call.caller;
    const seller = await requireActiveSeller(core, platformId, sellerId);
    await services.trail.take(call, 'RECEIVER', sellerId);
    const { known, ...now } = await showReceiver(services, sellerId, seller, after);
    return {
      sellerId,
      ...known,
      ...now,
      checklist: await linkChecklist(core, sellerId, now.checklist),
      acquirers: await listAcquirersTakingReceivers(core, platformId),
    };
  },

  'admin.getReceiverBalance': (input, { caller, services: { core } }) =>
    readReceiverBalance(core, caller, input),

  'admin.approveReceiverFile': async (input, { caller, once, services: { core } }) => ({
    position: await reviewFile(input, { core, platformId: caller.platformId, once }),
  }),

  'admin.rejectReceiverFile': async (input, { caller, once, services: { core } }) => ({
    position: await reviewFile(input, { core, platformId: caller.platformId, once }),
  }),

  'admin.registerReceiver': async (input, { caller, once, services: { core } }) => ({
    position: await requestRegistration(input, { core, platformId: caller.platformId, once }),
  }),

  'admin.readBackReceiver': async (input, { caller, once, services: { core } }) => ({
    position: await readBackRegistration(input, { core, platformId: caller.platformId, once }),
  }),
};
