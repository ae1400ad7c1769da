import type { StaffCaller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { ParsedInputOf } from '#/api/contract/contract.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import { withdrawal } from '#/domain/withdrawal/decider.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';

type AnalysisCommand = Extract<WithdrawalCommand, { type: 'BeginAnalysis' | 'EndAnalysis' }>;

const record = async (
  { handler }: Pick<Core, 'handler'>,
  withdrawalId: string,
  command: AnalysisCommand,
  by: KeyedContext,
): Promise<string> => {
  const stream = streamOf('withdrawal', withdrawalId);
  const recorded = await handler.load(withdrawal, stream);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const context = { ...by, correlation: withdrawalId };
  return writtenAt(await handler.handle(withdrawal, stream, command, context, recorded));
};

/** @returns position @throws Refused `withdrawal/not-waiting`, `withdrawal/analysed-meanwhile` */
export const beginAnalysis = (
  core: Pick<Core, 'handler' | 'now'>,
  { actor }: StaffCaller,
  { withdrawalId, insteadOf }: ParsedInputOf<'admin.beginWithdrawalAnalysis'>,
  by: KeyedContext,
): Promise<string> => {
  const command = { type: 'BeginAnalysis', by: actor, insteadOf, now: core.now() } as const;
  return record(core, withdrawalId, command, by);
};

/** Changes nothing if the caller is not looking into it. @returns position */
export const endAnalysis = (
  core: Pick<Core, 'handler' | 'now'>,
  { actor }: StaffCaller,
  { withdrawalId }: ParsedInputOf<'admin.endWithdrawalAnalysis'>,
  by: KeyedContext,
): Promise<string> =>
  record(core, withdrawalId, { type: 'EndAnalysis', by: actor, now: core.now() }, by);
