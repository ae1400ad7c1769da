import type { SellerCaller } from '#/api/auth/caller.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { DestinationItem } from '#/api/contract/payouts.ts';
import { Rejected } from '#/api/http/problem.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { readFresh } from '#/api/reads/freshness.ts';
import {
  destination,
  type Destination,
  type DeclaredDestination,
} from '#/domain/destination/decider.ts';
import type { Identity } from '#/domain/privacy/encrypted.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { seller } from '#/domain/seller/seller.ts';
import type { PixDestination } from '#/domain/workflows/pay-withdrawal.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import type { LoadedState } from '#/ledger/states/stream-states.ts';
import type { Vault } from '#/ledger/vault/personal-data.ts';
import { destinationsOf, type DestinationRow } from '#/projections/destinations.ts';
import { holderOf, pixKeyOf, type PixKey } from './destination-key.ts';
import { maskedPixKey } from './masked-pix-key.ts';

const BLINDING_BYTES = 32;

type Owner = Pick<SellerCaller, 'sellerId' | 'platformId'>;

/** Returns the same id for the same seller and PIX key. It depends on our secret: otherwise outsiders could find the key by trying keys. */
export const destinationIdOf = (
  { ports }: Pick<Core, 'ports'>,
  sellerId: string,
  { type, key }: PixKey,
): string => derivedId('destination', sellerId, ports.digest(`${type} ${key}`));

/** Returns the revision of a destination if it has this holder already. */
const findRepeatedRevision = async (
  { vault }: Pick<Core, 'vault'>,
  state: Destination,
  { name, document }: PixDestination,
): Promise<number | null> => {
  if (state.status === 'ABSENT') return null;
  const holder = await vault.decrypt<PixDestination>(state.declared.destination);
  return holder?.name === name && holder.document === document ? state.revision : null;
};

/**
 * Declares a PIX key to which a seller wants to be paid.
 * @throws Refused `record/…`; what `pixKeyOf` and `holderOf` throw; AppendError `unavailable` while the clock may be wrong
 */
export const declareDestination = async (
  core: Core,
  { sellerId, platformId }: Owner,
  { pixKey, holder: stated }: ParsedInputOf<'seller.declareDestination'>,
  by: KeyedContext,
): Promise<OutputOf<'seller.declareDestination'>> => {
  const { handler, vault, machine, now } = core;
  const pix = pixKeyOf(pixKey);
  const details = activeDetails((await handler.load(seller, streamOf('seller', sellerId))).state);
  const identity = await vault.decrypt<Identity>(details.identity);
  if (!identity) throw new Refused('record/not-found');
  const { holder, name, document, isOwnDocument } = holderOf(pix, identity, stated);
  const destinationId = destinationIdOf(core, sellerId, pix);
  const stream = streamOf('destination', destinationId);
  const recorded = await handler.load(destination, stream);
  if (isDone(recorded, by) && recorded.state.status !== 'ABSENT')
    return { destinationId, status: recorded.state.status, position: writtenAt(recorded) };
  // A pause of the seller's withdrawals is counted from this time.
  requireTrueClock(core.ports.isClockTrue);
  const blinding = machine.bytes(BLINDING_BYTES).toString('hex');
  const opened: PixDestination = { pixKey: pix.key, name, document, blinding };
  const declared = {
    platformId,
    sellerId,
    method: 'PIX',
    pixType: pix.type,
    destination: await vault.encrypt(details.identity.subject, 'fiscal', opened),
    holder,
    at: now(),
  } as const;
  const repeats = await findRepeatedRevision(core, recorded.state, opened);
  const command = { type: 'Declare', declared, isOwnDocument, repeats } as const;
  const context = { ...by, correlation: sellerId };
  const done = await handler.handle(destination, stream, command, context, recorded);
  if (done.state.status === 'ABSENT') throw new Error(`${stream} was not declared`);
  return { destinationId, status: done.state.status, position: writtenAt(done) };
};

/** Declares a seller's own CPF or CNPJ, as the seller would on the page. @returns the destination's id */
export const declareOwnDocument = async (core: Core, owner: Owner): Promise<string> => {
  const { handler, vault, machine } = core;
  const { sellerId, platformId: platform } = owner;
  const details = activeDetails((await handler.load(seller, streamOf('seller', sellerId))).state);
  const identity = await vault.decrypt<Identity>(details.identity);
  const input = { pixKey: identity?.document ?? '' };
  const by = { commandId: machine.uuid(), platform, actor: `seller:${sellerId}` } as const;
  return (await declareDestination(core, owner, input, by)).destinationId;
};

/** @throws Rejected `resource/not-found`, also for destinations of other sellers */
export const loadOwnDestination = async (
  { handler }: Pick<Core, 'handler'>,
  { sellerId }: Pick<SellerCaller, 'sellerId'>,
  destinationId: string,
): Promise<{ readonly recorded: LoadedState<unknown>; readonly state: DeclaredDestination }> => {
  const recorded = await handler.load(destination, streamOf('destination', destinationId));
  const { state } = recorded;
  if (state.status === 'ABSENT' || state.declared.sellerId !== sellerId)
    throw new Rejected('resource/not-found');
  return { recorded, state };
};

/** @returns position @throws Refused `destination/unknown` */
export const removeDestination = async (
  { handler, now }: Core,
  { sellerId }: SellerCaller,
  destinationId: string,
  by: KeyedContext,
): Promise<string> => {
  const stream = streamOf('destination', destinationId);
  const command = { type: 'Remove', now: now() } as const;
  const context = { ...by, correlation: sellerId };
  return writtenAt(await handler.handle(destination, stream, command, context));
};

/** Masks the keys; after erasure, key and holder are missing. */
export const showDestinations = async (
  vault: Vault,
  rows: readonly DestinationRow[],
): Promise<readonly DestinationItem[]> => {
  const opened = await vault.openMany<PixDestination>(rows.map((row) => row.destination));
  return rows.map((row, index) => {
    const { destinationId, status, pixType, declaredAt, approvedAt, reason } = row;
    const payee = opened[index];
    return {
      destinationId,
      status,
      pixType,
      pixKey: payee ? maskedPixKey(pixType, payee.pixKey) : null,
      holderName: row.holder === 'OTHER' && payee ? payee.name : null,
      declaredAt,
      approvedAt,
      // The row keeps the reason while the key waits for staff again; then only staff see it.
      reason: status === 'REFUSED' ? reason : null,
    };
  });
};

/** Lists the last declared first. */
export const listOwnDestinations = async (
  services: Services,
  { sellerId }: SellerCaller,
  { after }: ParsedInputOf<'seller.listDestinations'>,
): Promise<OutputOf<'seller.listDestinations'>> => {
  const { value, position } = await readFresh(services, ['destinations'], after, (database) =>
    destinationsOf(database, sellerId),
  );
  return { items: [...(await showDestinations(services.core.vault, value))], position };
};
