import { isOtherHolder } from '#/domain/destination/other-holder.ts';
import type { WithdrawResult } from '#/domain/ports/payout.ts';
import type { WithdrawalCommand } from '#/domain/withdrawal/commands.ts';
import type { Timestamp } from '#/domain/values/time.ts';

/** Returns the command that records that the acquirer named another holder of a payout's account; none if it did not. */
export const commandsForHolder = (
  { holder }: WithdrawResult,
  destination: { readonly document: string } | undefined,
  now: Timestamp,
): readonly WithdrawalCommand[] =>
  holder && destination && isOtherHolder(holder.document, destination.document)
    ? [{ type: 'RecordOtherHolder', now }]
    : [];
