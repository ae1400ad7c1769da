import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { Rejected } from '#/api/http/problem.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { schedule } from '#/domain/schedule/schedule.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { bookLostPayouts } from './lost-scheduled-payouts.ts';
import { requirePayable } from './payable.ts';
import { requestWithdrawal, type WithdrawalCall } from './request-withdrawal.ts';

type OwnCall = Omit<WithdrawalCall, 'made' | 'beforeHold'>;

/** Whether the seller may be paid to this destination. */
const mayPayTo = async (
  { core, caller: { sellerId, platformId }, pausedUntil }: OwnCall,
  destinationId: string,
): Promise<boolean> => {
  try {
    await requirePayable(core, { sellerId, platformId, destinationId }, pausedUntil);
    return true;
  } catch (error) {
    if (error instanceof Refused || error instanceof Rejected) return false;
    throw error;
  }
};

/**
 * Books scheduled payouts that the log has lost: their money still shows as available. A payout of which no acquirer can ever tell refuses
 * nothing, because the seller, who asks for the money, can see what arrived.
 * @param destinationId for a schedule whose own destination may not be paid to any more
 * @throws AppendError `unavailable` while an acquirer may still tell
 */
const bookLostBefore = async (call: OwnCall, destinationId: string): Promise<void> => {
  const { core, caller, pausedUntil } = call;
  const { sellerId } = caller;
  // One that was ended is on record, too.
  const { state } = await core.handler.load(schedule, streamOf('schedule', sellerId));
  if (state.status === 'ABSENT' || (await core.ports.epoch()).number === 1) return;
  const { details, revision } = state;
  const isPayable = await mayPayTo(call, details.destinationId);
  const payable = isPayable ? details : { ...details, destinationId };
  const scheduled = { sellerId, details: payable, revision };
  const { later } = await bookLostPayouts({ core, pausedUntil }, scheduled);
  if (later) throw later;
};

/**
 * Requests a withdrawal for a seller who asks for it.
 * @throws as `requestWithdrawal`, and AppendError `unavailable` while an acquirer may still tell that it made a lost payout by schedule
 */
export const requestOwnWithdrawal = (
  input: ParsedInputOf<'seller.requestWithdrawal'>,
  call: OwnCall,
): Promise<OutputOf<'seller.requestWithdrawal'>> =>
  requestWithdrawal(input, {
    ...call,
    beforeHold: () => bookLostBefore(call, input.destinationId),
  });
