import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { Once } from '#/api/http/once.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { cents } from '#/domain/money.ts';
import { withoutNumbers } from '#/domain/personal-text.ts';
import { requireTrueClock } from '#/ledger/clock/require-true-clock.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { isDone } from '#/ledger/idempotency.ts';
import { ownCase, requireNoNames, reserveForCase, sendToCase } from './case.ts';

interface StaffCall {
  readonly caller: StaffCaller;
  readonly once: Once;
  readonly core: Core;
}

/** Proposes how a matter ends, with the evidence that staff saw. @throws Refused */
export const proposeResolution = async (
  input: ParsedInputOf<'admin.proposeResolution'>,
  { caller, once, core }: StaffCall,
): Promise<OutputOf<'admin.proposeResolution'>> => {
  const { kind, id, matter, resolution, reference } = input;
  const found = await ownCase(core, caller, { kind, id });
  await requireNoNames(core, found, `${input.evidence} ${reference ?? ''}`);
  const evidence = withoutNumbers(input.evidence);
  const amount = input.amount === null ? null : cents(input.amount);
  const now = core.now();
  return once(async (keyed) => {
    const proposalId = derivedId('proposal', keyed.commandId);
    const said = { proposalId, matter, resolution, amount, evidence, reference };
    const command = { type: 'ProposeResolution', ...said, by: caller.actor, now } as const;
    const context = { ...keyed, reason: evidence };
    const done = await sendToCase(core, { kind, id }, command, context);
    return { proposalId, position: writtenAt(done) };
  });
};

/** Confirms another person's proposal, which then takes effect. @throws Refused */
export const confirmResolution = async (
  input: ParsedInputOf<'admin.confirmResolution'>,
  { caller, once, core }: StaffCall,
): Promise<OutputOf<'admin.confirmResolution'>> => {
  const { kind, id, proposalId } = input;
  const found = await ownCase(core, caller, { kind, id });
  const by = caller.actor;
  return once(async (keyed) => {
    if (isDone(found, keyed)) return { position: writtenAt(found) };
    // If this approves a payment, the release of its receivables is dated from this time.
    requireTrueClock(core.ports.isClockTrue);
    const command = { type: 'ConfirmResolution', proposalId, by, now: core.now() } as const;
    await reserveForCase(core, id, found, command);
    const done = await sendToCase(core, { kind, id }, command, keyed);
    return { position: writtenAt(done) };
  });
};

/** Rejects a proposal, with a reason. @throws Refused */
export const rejectResolution = async (
  input: ParsedInputOf<'admin.rejectResolution'>,
  { caller, once, core }: StaffCall,
): Promise<OutputOf<'admin.rejectResolution'>> => {
  const { kind, id, proposalId } = input;
  const found = await ownCase(core, caller, { kind, id });
  await requireNoNames(core, found, input.reason);
  const reason = withoutNumbers(input.reason);
  const by = caller.actor;
  const command = { type: 'RejectResolution', proposalId, reason, by, now: core.now() } as const;
  return once(async (keyed) => {
    const done = await sendToCase(core, { kind, id }, command, { ...keyed, reason });
    return { position: writtenAt(done) };
  });
};
