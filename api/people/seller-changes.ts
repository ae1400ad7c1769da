import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import type { SellerChange } from '#/api/contract/sellers.ts';
import { pageFromEnd } from '#/api/http/paging.ts';
import type { Route } from '#/domain/acquiring/route.ts';
import {
  changedBetween as changedTerms,
  fieldsOf as termsByPath,
} from '#/domain/aggregates/changed-fields.ts';
import type { Contact, Identity } from '#/domain/privacy/encrypted.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { SellerDetails } from '#/domain/seller/seller.ts';
import { decode } from '#/ledger/codec.ts';
import { authorOf } from './author-of.ts';
import { loadAuthorEmails } from './staff-emails.ts';

type UsedServices = Pick<Services, 'core' | 'acquirers'>;

type Change = SellerChange['fields'][number];
type Field = Change['field'];
type Fields = Readonly<Record<Field, Change['after']>>;

/** The fields before the record exists. */
const NOTHING: Fields = {
  status: null,
  name: null,
  email: null,
  document: null,
  terms: null,
  pixEnabled: null,
  creditCardEnabled: null,
  billetEnabled: null,
  routePix: null,
  routeCreditCard: null,
  routeBillet: null,
  routeWithdraw: null,
};

const fields = Object.keys(NOTHING) as readonly Field[];

/** `Sandbox 60%, ONZ 40%`; null for the platform's route. */
const printRoute = (
  { labelOf }: Services['acquirers'],
  route: Route | undefined,
): string | null => {
  if (route === undefined) return null;
  return route.map(({ provider, share }) => `${labelOf(provider)} ${share}%`).join(', ') || '—';
};

const fieldsOf = async (
  { core: { vault }, acquirers }: UsedServices,
  details: SellerDetails,
): Promise<Fields> => {
  const { pixEnabled, creditCardEnabled, billetEnabled, routes, acceptedTerms } = details;
  const identity = await vault.decrypt<Identity>(details.identity);
  const contact = await vault.decrypt<Contact>(details.contact);
  return {
    status: 'ACTIVE',
    name: identity?.name ?? null,
    email: contact?.email ?? null,
    document: identity?.document ?? null,
    terms: acceptedTerms?.version ?? null,
    pixEnabled,
    creditCardEnabled,
    billetEnabled,
    routePix: printRoute(acquirers, routes.PIX),
    routeCreditCard: printRoute(acquirers, routes.CREDIT_CARD),
    routeBillet: printRoute(acquirers, routes.BILLET),
    routeWithdraw: printRoute(acquirers, routes.WITHDRAW),
  };
};

/** Events of a seller's record, with the fields before and after. */
const revisionsOf = async (services: UsedServices, sellerId: string) => {
  const recorded = await services.core.store.readStream(streamOf('seller', sellerId));
  const revisions = [];
  let after = NOTHING;
  let ownTerms = termsByPath(undefined);
  for (const event of recorded.map(decode)) {
    const before = after;
    const ownTermsBefore = ownTerms;
    if (event.type === 'SellerCreated' || event.type === 'SellerRevised') {
      after = await fieldsOf(services, event.data.details);
      ownTerms = termsByPath(event.data.details.ownTerms);
    } else after = { ...before, status: 'BLOCKED' };
    const changedOwnTerms = changedTerms(ownTermsBefore, ownTerms);
    revisions.push({ event, before, after, ownTerms: changedOwnTerms });
  }
  return revisions;
};

const changesBetween = (
  before: Fields,
  after: Fields,
  isHidden: (field: Field) => boolean,
): readonly Change[] =>
  fields.flatMap((field) => {
    if (before[field] === after[field]) return [];
    if (isHidden(field)) return [{ field, before: null, after: null }];
    return [{ field, before: before[field], after: after[field] }];
  });

/** Whether the values of a changed field are hidden from the caller, who lacks the flag to see them. */
const hiddenFrom =
  (caller: StaffCaller) =>
  (field: Field): boolean =>
    (field === 'document' && !hasFlag(caller, 'isUserDocumentsAvailable')) ||
    (field.startsWith('route') && !hasFlag(caller, 'isConfigAvailable'));

/** Lists changes of a seller's record, the last first. */
export const listSellerChanges = async (
  services: UsedServices,
  caller: StaffCaller,
  { sellerId, ...paging }: ParsedInputOf<'admin.listSellerChanges'>,
): Promise<OutputOf<'admin.listSellerChanges'>> => {
  const { core } = services;
  const isHidden = hiddenFrom(caller);
  const changes = (await revisionsOf(services, sellerId)).flatMap(
    ({ event, before, after, ownTerms }) => {
      const changed = changesBetween(before, after, isHidden);
      return changed.length + ownTerms.length === 0 ? [] : [{ event, changed, ownTerms }];
    },
  );
  const { from, end, nextCursor } = pageFromEnd(changes.length, paging);
  const page = changes.slice(from, end).toReversed();
  const names = await loadAuthorEmails(
    core,
    page.map(({ event }) => event.meta.actor),
  );
  const items = page.map(({ event: { revision, data, meta }, changed, ownTerms }) => ({
    revision,
    at: data.at,
    author: authorOf(meta.actor),
    by: names.get(meta.actor) ?? null,
    fields: [...changed],
    ownTerms,
  }));
  return { items, nextCursor, position: (await core.store.head()) ?? '' };
};
