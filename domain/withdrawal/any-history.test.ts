import { expect } from 'chai';
import fc from 'fast-check';
import { replay } from '#/domain/aggregates/aggregate.ts';
import { cents, sum } from '#/domain/values/money.ts';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleSigned, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { begun, FIRST, SECOND } from '#/domain/testing/two-calls.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import {
  ASKED,
  AVAILABLE,
  booksWith,
  CLEARING,
  SOLD,
  withdrawing,
} from '#/domain/testing/withdrawing.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { commandsForPayout } from '#/domain/workflows/pay-withdrawal.ts';
import { readBackWithdrawal } from '#/domain/workflows/read-back.ts';
import type { WithdrawalCommand } from './commands.ts';
import { withdrawal, type Withdrawal } from './decider.ts';
import { sampledRuns } from '#/scripts/testing/sampled.ts';

const CALLS = [FIRST, SECOND];
const IDS = ['po-1', 'po-2'];
const UNAPPLIED = 'platform:demo:BRL:unapplied';
const DAY_SECONDS = 86_400;

const which = fc.constantFrom(0, 1);

const step = fc.oneof(
  // The payout of a call gets a status at the acquirer. The answer to the call may come much later.
  fc.record({
    do: fc.constant('becomes' as const),
    which,
    status: fc.constantFrom<WithdrawStatus>('PENDING', 'APPROVED', 'APPROVED', 'REJECTED'),
  }),
  // The acquirer answers a call.
  fc.record({ do: fc.constant('answers' as const), which }),
  // We read the withdrawal back.
  fc.record({ do: fc.constant('isAsked' as const), which }),
  // Staff decide.
  fc.record({ do: fc.constant('decide' as const), isTrue: fc.boolean() }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** A withdrawal with one or two calls, at an acquirer that makes a payout for each call. */
const calledAt = (calls: number) => {
  const payout = withdrawing();
  const statuses = new Map<string, WithdrawStatus>([['po-1', 'PENDING']]);
  let proposals = 0;
  let state: Withdrawal = replay(withdrawal, [
    { type: 'WithdrawalRequested', data: sampleWithdrawal },
  ]);
  const tell = (commands: readonly WithdrawalCommand[]): void => {
    for (const command of commands) {
      state = replay(withdrawal, withdrawal.decide(command, state), state);
      payout.tell(command);
    }
  };
  tell([{ type: 'BeginPayout', signed: sampleSigned, ...begun(FIRST, null, 0) }]);
  if (calls > 1)
    tell([{ type: 'BeginPayout', signed: sampleSigned, ...begun(SECOND, FIRST, 600) }]);

  const payoutOf = (withdrawId: string) => {
    const status = statuses.get(withdrawId);
    return status && { withdrawId, status, amount: ASKED };
  };
  const paid = () =>
    sum([...statuses.values()].map((status) => (status === 'APPROVED' ? ASKED : cents(0))));
  const answers = (call: number): void => {
    const payoutOfCall = payoutOf(IDS[call] ?? '');
    const attemptId = CALLS[call] ?? '';
    const commands = payoutOfCall
      ? commandsForPayout(payoutOfCall, sampleWithdrawal, now, { attemptId })
      : [];
    // The answer to a later call says nothing about the earlier one.
    tell(call === 0 ? commands : commands.filter(({ type }) => type === 'RecordSent'));
  };
  /** @param shown the call (0 or 1) whose payout the acquirer finds first by our reference */
  const isAsked = async (shown: number): Promise<void> => {
    if (state.status === 'NONE') return;
    const payouts = [shown, 1 - shown].flatMap((call) => payoutOf(IDS[call] ?? '') ?? []);
    const provider = {
      absence: { withdraw: { seconds: 60 } },
      getWithdraw: async ({ withdrawId }: { readonly withdrawId: string }) => payoutOf(withdrawId),
      findWithdraw: async () => payouts.find(({ status }) => status !== 'REJECTED') ?? payouts[0],
    };
    const ports = portsTo(provider, addSeconds(now, 9 * DAY_SECONDS));
    tell(await readBackWithdrawal('w-1', state, { ...ports, begin: async () => false }));
  };
  /** Staff decide correctly, once no payout is pending. Without `isTrue`, if the acquirer has said nothing, they decide wrongly at once. */
  const decide = (isTrue: boolean): void => {
    const [matter] = payout.waiting();
    if (!matter) return;
    const { key, amount, said } = matter;
    const isGuess = said.status === null && said.amount === null && !isTrue;
    if (!isGuess && [...statuses.values()].includes('PENDING')) return;
    // If two payouts were made, the payout in question was made too.
    const isSo = said.status === 'FAILED' ? paid() === 0 : paid() >= (amount ?? 0);
    const resolution = isSo === isGuess ? 'DID_NOT_HAPPEN' : 'HAPPENED';
    tell(agreed(key, resolution, `proposal-${(proposals += 1)}`));
  };
  /** A rejected payout stays rejected, and no payout becomes pending a second time. */
  const becomes = (call: number, status: WithdrawStatus): void => {
    const id = IDS[call] ?? '';
    const [before, isBegun] = [statuses.get(id), status === 'PENDING'];
    if (call >= calls || before === 'REJECTED' || (isBegun && before)) return;
    statuses.set(id, status);
  };
  return { ...payout, becomes, answers, isAsked, decide, paid, statuses };
};

type Called = ReturnType<typeof calledAt>;

const applyStep = async (payout: Called, each: Step): Promise<void> => {
  switch (each.do) {
    case 'becomes':
      return payout.becomes(each.which, each.status);
    case 'answers':
      return payout.answers(each.which);
    case 'isAsked':
      return payout.isAsked(each.which);
    case 'decide':
      return payout.decide(each.isTrue);
  }
};

describe('Any payout', () => {
  it('is on the books in the end as the acquirer made it, whatever the acquirer stated and staff decided meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(1, 2),
        fc.array(step, { minLength: 4, maxLength: 12, size: 'max' }),
        async (calls, steps) => {
          const payout = calledAt(calls);
          const expectExplained = () => {
            const { [UNAPPLIED]: posted = 0, [CLEARING]: out = 0 } = payout.books();
            expect(posted).to.equal(sum(payout.waiting().map(({ unapplied }) => unapplied)));
            expect(out, 'no payout counts twice').to.be.at.most(payout.statuses.size * ASKED);
          };
          for (const each of steps) {
            await applyStep(payout, each);
            expectExplained();
          }
          for (const [id, status] of payout.statuses)
            if (status === 'PENDING') payout.becomes(IDS.indexOf(id), 'APPROVED');
          for (const call of [0, 1]) payout.answers(call);
          for (const shown of [0, 1, 0, 1]) {
            await payout.isAsked(shown);
            payout.decide(true);
          }
          expect(payout.waiting()).to.deep.equal([]);
          const nothingPaid = { 'platform:demo:BRL:settling': -SOLD, [AVAILABLE]: SOLD };
          expect(payout.books()).to.deep.equal(
            payout.paid() === 0 ? nothingPaid : booksWith(payout.paid()),
          );
        },
      ),
      sampledRuns(1_500),
    );
  }).timeout(120_000);
});
