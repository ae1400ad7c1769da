import { showRegistration } from '#/api/acquiring/show-registration.ts';
import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { assignment } from '#/domain/manager/assignment.ts';
import { seller } from '#/domain/seller/seller.ts';
import { registrationsOf } from '#/projections/receivers/receivers-queries.ts';
import { getSeller as getRow } from '#/projections/sellers.ts';
import { findWaits } from '#/projections/receivers/waiting-sellers.ts';
import { figuresOf, SELLER_MODELS, showSellers } from './list-sellers.ts';
import { loadAuthorEmails, loadManagerEmails } from './staff-emails.ts';
import { showWaits, loadVisibleWaits, WAITS_MODELS } from './waits.ts';

const managerOf = async (
  core: Services['core'],
  sellerId: string,
): Promise<OutputOf<'admin.getSeller'>['manager']> => {
  const { state } = await core.handler.load(assignment, streamOf('assignment', sellerId));
  const managerId = state.status === 'ACTIVE' ? state.details.managerId : null;
  if (managerId === null) return null;
  return { managerId, email: (await loadManagerEmails(core, [managerId])).get(managerId) ?? null };
};

/** @throws Rejected `resource/not-found` */
export const getSeller = async (
  services: Services,
  caller: StaffCaller,
  { sellerId, after }: ParsedInputOf<'admin.getSeller'>,
): Promise<OutputOf<'admin.getSeller'>> => {
  const { core } = services;
  const visible = await loadVisibleWaits(services, caller);
  const models = [...SELLER_MODELS, ...WAITS_MODELS];
  const { value, position } = await readFresh(services, models, after, async (database) => ({
    row: await getRow(database, sellerId),
    figures: await figuresOf(database, [sellerId]),
    registrations: await registrationsOf(database, [sellerId]),
    waits: await findWaits(database, visible, [sellerId]),
  }));
  const { row, figures, registrations, waits } = value;
  if (row?.platformId !== caller.platformId) throw new Rejected('resource/not-found');
  const [shown] = await showSellers(core, [row], figures);
  if (shown === undefined) throw new Rejected('resource/not-found');
  const isDocumentHidden = !hasFlag(caller, 'isUserDocumentsAvailable');
  const identity = isDocumentHidden ? undefined : await core.vault.decrypt<Identity>(row.identity);
  const { state } = await core.handler.load(seller, streamOf('seller', sellerId));
  const accepted = state.status === 'ABSENT' ? undefined : state.details.acceptedTerms;
  const authors = await loadAuthorEmails(core, [row.changedBy]);
  return {
    ...shown,
    waitsFor: showWaits(waits, sellerId),
    document: identity?.document ?? null,
    isDocumentHidden,
    receivers: registrations.map((each) => {
      const { provider, label, status } = showRegistration(services, each);
      return { provider, label, status };
    }),
    held: figures.balances.get(sellerId)?.held ?? 0,
    manager: await managerOf(core, sellerId),
    acceptedTerms: accepted ? { version: accepted.version, at: accepted.at } : null,
    changedAt: row.changedAt,
    changedBy: authors.get(row.changedBy) ?? null,
    revision: row.revision,
    position,
  };
};
