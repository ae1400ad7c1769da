import { connectedProviders } from '#/api/acquiring/settings.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import { readPage } from '#/api/http/paging.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { ownSeller } from '#/api/sellers/own-seller.ts';
import { checklistShown, knownOf, registrationShown } from '#/api/receivers/view.ts';
import { withDeadlinePaused } from '#/api/http/request-deadline.ts';
import { documentType } from '#/domain/brazil/document.ts';
import { streamOf } from '#/domain/ids.ts';
import { Refused } from '#/domain/errors.ts';
import { FileStorageFailure } from '#/domain/ports/file-storage.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { receiverFileKey } from '#/domain/receiver/files.ts';
import { getReceiver, listReceivers, registrationsOf } from '#/projections/receivers.ts';
import { receiverReviewProcedures } from './receiver-review.ts';
import { registrationProcedures } from './receiver-registrations.ts';
import { sellerNames } from '#/api/sellers/seller-names.ts';

type ReceiverProcedures = Pick<
  ProceduresOf<'admin'>,
  | 'admin.listReceivers'
  | 'admin.getReceiver'
  | keyof typeof receiverReviewProcedures
  | keyof typeof registrationProcedures
>;

type Acquirer = OutputOf<'admin.getReceiver'>['acquirers'][number];

/**
 * Returns acquirers that register receivers: our simulator, which all platforms share, and those that the platform has an
 * account with.
 */
const acquirersTakingReceivers = async (core: Core, platformId: string): Promise<Acquirer[]> => {
  const { ports } = core;
  const found = await Promise.all(
    [...(await connectedProviders(core, platformId))].map(async (provider): Promise<Acquirer[]> => {
      try {
        const { label, createReceiver } = await ports.providers(provider, platformId);
        return createReceiver ? [{ provider, label }] : [];
      } catch (error) {
        if (error instanceof Refused) return [];
        throw error;
      }
    }),
  );
  return found.flat();
};

/** Returns a link to a file; null while the storage is unavailable, because the rest of the page is still useful. */
const linkTo = async ({ files }: Core, key: string): Promise<string | null> => {
  try {
    return await withDeadlinePaused(() => files.downloadLink(key));
  } catch (error) {
    if (error instanceof FileStorageFailure) return null;
    throw error;
  }
};

export const receiverProcedures: ReceiverProcedures = {
  ...receiverReviewProcedures,
  ...registrationProcedures,

  'admin.listReceivers': async ({ after, cursor, limit, review }, { caller, services }) => {
    const { core } = services;
    const { platformId } = caller;
    const { value, position } = await readFresh(
      services,
      ['receivers'],
      after,
      async (database) => {
        const filters = { platformId, review };
        const found = await readPage(() => listReceivers(database, filters, { limit, cursor }));
        const ids = found.items.map(({ sellerId }) => sellerId);
        return { ...found, registrations: await registrationsOf(database, ids) };
      },
    );
    const names = await sellerNames(
      core,
      value.items.map(({ sellerId }) => sellerId),
    );
    const items = value.items.map(({ sellerId, documentType: type, files, ...row }) => ({
      sellerId,
      sellerName: names.get(sellerId) ?? null,
      documentType: type,
      review: row.review,
      waiting: files.filter(({ status }) => status === 'SUBMITTED').length,
      changedAt: row.changedAt,
      registrations: value.registrations
        .filter((each) => each.sellerId === sellerId)
        .map(({ provider, status }) => ({
          provider,
          label: services.acquirers.labelOf(provider),
          status: status === 'BEGUN' ? ('REQUESTED' as const) : status,
        })),
    }));
    return { items, nextCursor: value.nextCursor, position };
  },

  'admin.getReceiver': async ({ sellerId, after }, call) => {
    const { services } = call;
    const { core } = services;
    const { platformId } = call.caller;
    const seller = await ownSeller(core, platformId, sellerId);
    await services.trail.take(call, 'RECEIVER', sellerId);
    const { value, position } = await readFresh(
      services,
      ['receivers'],
      after,
      async (database) => ({
        row: await getReceiver(database, sellerId),
        registrations: await registrationsOf(database, [sellerId]),
      }),
    );
    const { state } = await core.handler.load(receiver, streamOf('receiver', sellerId));
    const known = await knownOf(core, seller, state);
    const type = documentType(known.document ?? '') ?? state.details?.documentType ?? null;
    const checklist = await Promise.all(
      checklistShown(value.row, type).map(async ({ kind, file }) => {
        const url = file && (await linkTo(core, receiverFileKey(sellerId, file.fileId)));
        return { kind, file, url };
      }),
    );
    return {
      sellerId,
      ...known,
      documentType: type,
      checklist,
      registrations: value.registrations.map((row) => registrationShown(services, row)),
      acquirers: await acquirersTakingReceivers(core, platformId),
      position,
    };
  },
};
