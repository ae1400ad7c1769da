import { isOtherHolder } from '#/domain/destination/other-holder.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import type { Timestamp } from '#/domain/values/time.ts';

/** Records that the acquirer named another holder of a payout's account, if it did. */
export const commandsForHolder = (
  { holder }: WithdrawResult,
  destination: { readonly document: string } | undefined,
  now: Timestamp,
): readonly WithdrawalCommand[] =>
  holder && destination && isOtherHolder(holder.document, destination.document)
    ? [{ type: 'RecordOtherHolder', now }]
    : [];
