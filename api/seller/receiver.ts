import type { ProceduresOf } from '#/api/http/procedure.ts';
import { removeFile, requestUpload, submitFile } from '#/api/receivers/files.ts';
import { lacksApproval } from '#/api/withdrawals/lacks-approval.ts';
import { showReceiver } from '#/api/receivers/show-receiver.ts';
import { reviseDetails } from '#/api/receivers/revise-details.ts';
import { requireActiveSeller } from '#/api/people/require-active-seller.ts';

type ReceiverProcedures = Pick<
  ProceduresOf<'seller'>,
  | 'seller.getReceiver'
  | 'seller.reviseReceiver'
  | 'seller.requestUpload'
  | 'seller.submitReceiverFile'
  | 'seller.removeReceiverFile'
>;

export const receiverProcedures: ReceiverProcedures = {
  'seller.getReceiver': async ({ after }, call) => {
    const { caller, services } = call;
    const { platformId, sellerId } = caller;
    if (caller.impersonator) await services.trail.take(call, 'RECEIVER', sellerId);
    const seller = await requireActiveSeller(services.core, platformId, sellerId);
    const { known, registrations, ...rest } = await showReceiver(services, sellerId, seller, after);
    const shownRegistrations = registrations.map(
      ({ registrationId: _, providerReceiverId: __, waits: ___, ...each }) => each,
    );
    const { acceptedTerms: terms } = seller;
    const acceptedTerms = terms === undefined ? null : { version: terms.version, at: terms.at };
    return {
      ...known,
      ...rest,
      registrations: shownRegistrations,
      acceptedTerms,
      lacksApproval: await lacksApproval(services.core, sellerId),
    };
  },

  'seller.reviseReceiver': async (input, { caller, once, services: { core } }) => ({
    position: await reviseDetails(input, { caller, once, core }),
  }),

  'seller.requestUpload': (input, call) => requestUpload(input, call),

  'seller.submitReceiverFile': async ({ fileId }, call) => ({
    position: await submitFile(fileId, call),
  }),

  'seller.removeReceiverFile': async ({ fileId }, call) => ({
    position: await removeFile(fileId, call),
  }),
};
