import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { hasFlag } from '#/api/contract/roles.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { detailsToChange } from '#/domain/aggregates/record.ts';
import { isSameLimits, ownTermsFrom } from '#/domain/seller/own-terms.ts';
import { seller, type SellerDetails } from '#/domain/seller/seller.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { loadSeller } from './load-seller.ts';

type WritingCore = Pick<Core, 'handler' | 'now'>;

/** The seller to change, and the revision that the caller saw: if the record has a later one, the change is refused. */
interface Change {
  readonly sellerId: string;
  readonly basedOn: number;
}

type SellerWrite =
  | { readonly type: 'Revise'; readonly details: SellerDetails }
  | { readonly type: 'Archive' };

/** @returns position @throws Refused `record/changed-meanwhile` */
const write = async (
  { handler, now }: WritingCore,
  { sellerId, basedOn }: Change,
  change: SellerWrite,
  by: KeyedContext,
): Promise<string> => {
  const command = { ...change, basedOn, now: now() };
  const context = { ...by, correlation: sellerId };
  return writtenAt(await handler.handle(seller, streamOf('seller', sellerId), command, context));
};

/** Changes how a seller's offers may be paid. @returns position @throws Refused `record/…`, Rejected */
export const reviseSellerMethods = async (
  core: WritingCore,
  caller: StaffCaller,
  { sellerId, basedOn, ...methods }: ParsedInputOf<'admin.reviseSellerMethods'>,
  by: KeyedContext,
): Promise<string> => {
  const { recorded, state } = await loadSeller(core, caller, sellerId);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const details = { ...detailsToChange(state, basedOn), ...methods };
  return write(core, { sellerId, basedOn }, { type: 'Revise', details }, by);
};

/** Changes a seller's own terms for later payments and withdrawals. @returns position @throws Refused `record/…`, Rejected */
export const reviseSellerTerms = async (
  core: WritingCore,
  caller: StaffCaller,
  { sellerId, basedOn, terms }: ParsedInputOf<'admin.reviseSellerTerms'>,
  by: KeyedContext,
): Promise<string> => {
  const { recorded, state } = await loadSeller(core, caller, sellerId);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const { ownTerms: before, ...rest } = detailsToChange(state, basedOn);
  const ownTerms = ownTermsFrom(terms);
  if (!isSameLimits(before, ownTerms) && !hasFlag(caller, 'isConfigAvailable'))
    throw new Rejected('session/forbidden');
  const details = ownTerms === undefined ? rest : { ...rest, ownTerms };
  return write(core, { sellerId, basedOn }, { type: 'Revise', details }, by);
};

/** Blocks a seller, and ends their sessions. @returns position @throws Refused `record/…`, Rejected */
export const blockSeller = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  caller: StaffCaller,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { sellerId } = change;
  const { recorded, state } = await loadSeller(core, caller, sellerId);
  const position = isDone(recorded, by)
    ? writtenAt(recorded)
    : await write(core, change, { type: 'Archive' }, by);
  // A repeated request must not end sessions after an unblocking.
  if (!isDone(recorded, by) || state.status === 'ARCHIVED')
    await sessions.memberships.endAccess({ kind: 'seller', personId: sellerId });
  return position;
};

/** @returns position @throws Refused `record/…`, Rejected */
export const restoreSeller = async (
  { core, sessions }: Pick<Services, 'core' | 'sessions'>,
  caller: StaffCaller,
  change: Change,
  by: KeyedContext,
): Promise<string> => {
  const { sellerId } = change;
  const { recorded, state } = await loadSeller(core, caller, sellerId);
  if (isDone(recorded, by) || state.status === 'ACTIVE') return writtenAt(recorded);
  // The process that blocked may have died before it ended sessions.
  await sessions.memberships.endAccess({ kind: 'seller', personId: sellerId });
  return write(core, change, { type: 'Revise', details: state.details }, by);
};
