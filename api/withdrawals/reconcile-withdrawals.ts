import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { withoutNumbersAndEmails } from '#/domain/privacy/personal-text.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';

/**
 * Marks a withdrawal as found on the bank's statement. One that is marked already keeps its mark.
 * @throws Refused `withdrawal/not-paid`, `withdrawal/other-amount`
 */
export const reconcileWithdrawal = async (
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  { actor }: StaffCaller,
  { withdrawalId, net, reference }: ParsedInputOf<'admin.reconcileWithdrawal'>,
  by: KeyedContext,
): Promise<OutputOf<'admin.reconcileWithdrawal'>> => {
  const stream = streamOf('withdrawal', withdrawalId);
  const recorded = await handler.load(withdrawal, stream);
  if (isDone(recorded, by)) {
    const isOwnMark = recorded.requests.has(by.commandId);
    return { wasReconciled: !isOwnMark, position: writtenAt(recorded) };
  }
  const found = { by: actor, amount: cents(net), reference };
  const command = { type: 'ReconcilePayout', ...found, now: now() } as const;
  const context = { ...by, correlation: withdrawalId };
  const done = await handler.handle(withdrawal, stream, command, context, recorded);
  return { wasReconciled: done.events.length === 0, position: writtenAt(done) };
};

/** Takes the mark back. Nothing changes if there is none. @returns position */
export const revertReconciliation = async (
  { handler, now }: Pick<Core, 'handler' | 'now'>,
  { actor }: StaffCaller,
  { withdrawalId, reason: statedReason }: ParsedInputOf<'admin.revertReconciliation'>,
  by: KeyedContext,
): Promise<string> => {
  const stream = streamOf('withdrawal', withdrawalId);
  const recorded = await handler.load(withdrawal, stream);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const reason = withoutNumbersAndEmails(statedReason);
  const command = { type: 'RevertReconciliation', by: actor, reason, now: now() } as const;
  const context = { ...by, correlation: withdrawalId, reason };
  return writtenAt(await handler.handle(withdrawal, stream, command, context, recorded));
};
