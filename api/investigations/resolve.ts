import type { StaffCaller } from '#/api/auth/caller.ts';
import { investigating } from '#/api/auth/rights/staff-access.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Once } from '#/api/http/once.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import {
  isAlsoSeller,
  isSamePerson,
  isStillEntitled,
  type KnowsUsers,
} from '#/api/people/same-person.ts';
import { staffIdOf } from '#/domain/values/actor.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import { withoutNumbersAndEmails } from '#/domain/privacy/personal-text.ts';
import { seller } from '#/domain/seller/seller.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone } from '#/ledger/idempotency.ts';
import { requireNoPersonalData } from '#/ledger/vault/no-personal-data.ts';
import { requireOwnCase, reserveForCase, type Case } from './case.ts';

interface StaffCall {
  readonly caller: StaffCaller;
  readonly once: Once;
  readonly services: KnowsUsers & { readonly core: Core };
}

/** Refuses the seller whom the case is about. @throws Refused `investigation/own` */
const requireNotOwn = async (
  services: KnowsUsers,
  caller: StaffCaller,
  { sellerId }: Case,
): Promise<void> => {
  if (await isAlsoSeller(services, caller, sellerId)) throw new Refused('investigation/own');
};

/** Refuses a text that names the buyer or the seller. @throws Refused `subject/named-in-reason` */
const requireNoNames = async (
  core: Pick<Core, 'handler' | 'vault'>,
  { paymentId, sellerId }: Case,
  text: string,
): Promise<void> => {
  const { state: owner } = await core.handler.load(seller, streamOf('seller', sellerId));
  if (owner.status !== 'ABSENT') {
    const { identity, contact } = owner.details;
    await requireNoPersonalData(core, { buyer: { identity, contact } }, text);
  }
  if (paymentId === null) return;
  const { state: sale } = await core.handler.load(payment, streamOf('payment', paymentId));
  if (sale.status !== 'NONE') await requireNoPersonalData(core, sale.requested, text);
};

/**
 * If a resolution is proposed, requires that the caller is another person than the proposer, and that the proposer still has the right to
 * investigate.
 * @throws Refused `investigation/same-person`, `investigation/proposer-left`
 */
const requireSecondPerson = async (
  services: StaffCall['services'],
  { staffId: own }: StaffCaller,
  { investigation: { proposal } }: Case,
): Promise<void> => {
  if (proposal === null) return;
  const { proposedBy, staffRevision } = proposal;
  const proposer = staffIdOf(proposedBy) ?? '';
  const isOwn = await isSamePerson(
    services,
    { kind: 'staff', personId: own },
    { kind: 'staff', personId: proposer },
  );
  if (isOwn) throw new Refused('investigation/same-person');
  const author = { staffId: proposer, staffRevision };
  if (!(await isStillEntitled(services.core, author, investigating.staff)))
    throw new Refused('investigation/proposer-left');
};

/** Proposes how a matter ends. If one person may decide the matter, the proposal takes effect at once. @throws Refused */
export const proposeResolution = async (
  input: ParsedInputOf<'admin.proposeResolution'>,
  { caller, once, services }: StaffCall,
): Promise<OutputOf<'admin.proposeResolution'>> => {
  const { core } = services;
  const { kind, id, matter, resolution, reference } = input;
  const loadedCase = await requireOwnCase(services, caller, { kind, id });
  await requireNotOwn(services, caller, loadedCase);
  await requireNoNames(core, loadedCase, `${input.evidence} ${reference ?? ''}`);
  const evidence = withoutNumbersAndEmails(input.evidence);
  const amount = input.amount === null ? null : cents(input.amount);
  const now = core.now();
  return once(async (keyed) => {
    const proposalId = derivedId('proposal', keyed.commandId);
    const proposal = { proposalId, matter, resolution, amount, evidence, reference };
    const { actor: by, staffRevision } = caller;
    const command = { type: 'ProposeResolution', ...proposal, by, staffRevision, now } as const;
    if (!isDone(loadedCase, keyed)) await loadedCase.checkThere?.({ resolution, reference });
    const done = await loadedCase.send(command, { ...keyed, correlation: id, reason: evidence });
    return { proposalId, position: writtenAt(done) };
  });
};

/** Confirms another person's proposal, which then takes effect. @throws Refused */
export const confirmResolution = async (
  input: ParsedInputOf<'admin.confirmResolution'>,
  { caller, once, services }: StaffCall,
): Promise<OutputOf<'admin.confirmResolution'>> => {
  const { core } = services;
  const { kind, id, proposalId } = input;
  const loadedCase = await requireOwnCase(services, caller, { kind, id });
  const by = caller.actor;
  return once(async (keyed) => {
    if (isDone(loadedCase, keyed)) return { position: writtenAt(loadedCase) };
    await requireNotOwn(services, caller, loadedCase);
    if (loadedCase.investigation.proposal?.proposalId === proposalId)
      await requireSecondPerson(services, caller, loadedCase);
    // If this approves a payment, the days on which its receivables are released are counted from this time.
    requireTrueClock(core.ports.isClockTrue);
    const command = { type: 'ConfirmResolution', proposalId, by, now: core.now() } as const;
    await reserveForCase(core, id, loadedCase, command);
    const done = await loadedCase.send(command, { ...keyed, correlation: id });
    return { position: writtenAt(done) };
  });
};

/** Rejects a proposal, also the caller's own: the matter is open again. @throws Refused */
export const rejectResolution = async (
  input: ParsedInputOf<'admin.rejectResolution'>,
  { caller, once, services }: StaffCall,
): Promise<OutputOf<'admin.rejectResolution'>> => {
  const { core } = services;
  const { kind, id, proposalId } = input;
  const loadedCase = await requireOwnCase(services, caller, { kind, id });
  await requireNotOwn(services, caller, loadedCase);
  await requireNoNames(core, loadedCase, input.reason);
  const reason = withoutNumbersAndEmails(input.reason);
  const by = caller.actor;
  const command = { type: 'RejectResolution', proposalId, reason, by, now: core.now() } as const;
  return once(async (keyed) => {
    const done = await loadedCase.send(command, { ...keyed, correlation: id, reason });
    return { position: writtenAt(done) };
  });
};
