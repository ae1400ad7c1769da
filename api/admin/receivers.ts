import type { ProceduresOf } from '#/api/http/procedure.ts';
import { acquirersTakingReceivers } from '#/api/receivers/acquirers-taking-receivers.ts';
import { linkedChecklist } from '#/api/receivers/linked-checklist.ts';
import { receiverBalance } from '#/api/receivers/receiver-balance.ts';
import { receiverList } from '#/api/receivers/receiver-list.ts';
import { receiverNow } from '#/api/receivers/receiver-now.ts';
import { readBackRegistration } from '#/api/receivers/registrations.ts';
import { requestRegistration } from '#/api/receivers/request-registration.ts';
import { reviewFile } from '#/api/receivers/review-file.ts';
import { ownSeller } from '#/api/people/own-seller.ts';

type ReceiverProcedures = Pick<
  ProceduresOf<'admin'>,
  Extract<keyof ProceduresOf<'admin'>, `admin.${string}Receiver${string}`>
>;

export const receiverProcedures: ReceiverProcedures = {
  'admin.listReceivers': (input, { caller, services }) => receiverList(services, caller, input),

  'admin.getReceiver': async ({ sellerId, after }, call) => {
    const { services } = call;
    const { core } = services;
    const { platformId } = call.caller;
    const seller = await ownSeller(core, platformId, sellerId);
    await services.trail.take(call, 'RECEIVER', sellerId);
    const { known, ...now } = await receiverNow(services, sellerId, seller, after);
    return {
      sellerId,
      ...known,
      ...now,
      checklist: await linkedChecklist(core, sellerId, now.checklist),
      acquirers: await acquirersTakingReceivers(core, platformId),
    };
  },

  'admin.getReceiverBalance': (input, { caller, services: { core } }) =>
    receiverBalance(core, caller, input),

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
