import { expect } from 'chai';
import type { Movement } from '#/scripts/simulation/banks/bank.ts';
import { StepJudge } from './steps.ts';
import type { EventText } from './texts.ts';

const event = (stream: string, type: string, data: unknown = {}, causation = ''): EventText => ({
  position: `${stream} ${type}`,
  id: `${stream} ${type}`,
  stream,
  type,
  data: JSON.stringify(data),
  meta: JSON.stringify({ causation }),
});

const [at, deadline] = ['2026-11-23T12:00:00.000Z', '2026-11-23T12:00:05.000Z'];
const moved = (kind: Movement['kind'], reference: string, amount: number): Movement => ({
  kind,
  reference,
  transactionId: `${kind} ${reference}`,
  amount,
});
const held = (id: string, command: string): EventText =>
  event('account-seller.2026-11', 'WithdrawalHeld', { withdrawalId: id, amount: 500 }, command);
const attempted = (stream: string, type: string): EventText =>
  event(stream, type, { at, deadline });

/** The findings after these events, then these movements, and then the later events. */
const findingsAfter = (
  events: readonly EventText[],
  movements: readonly Movement[],
  later: readonly EventText[] = [],
): readonly string[] => {
  const found: string[] = [];
  const log = { events: [...events], everything: [...events] };
  const judge = new StepJudge(
    log,
    (acquirer) => acquirer === 'repeating',
    (finding) => found.push(finding),
  );
  judge.ask('withdraw of input 1', 'command-1');
  judge.ask('withdraw of input 1', 'command-2');
  judge.record(events);
  judge.move(movements);
  log.events.push(...later);
  judge.record(later);
  return found;
};

const openPayout = [held('w-1', 'command-1'), attempted('withdrawal-w-1', 'WithdrawalAttempted')];

describe('The judge of each step', () => {
  it('finds nothing where a payout is under an open attempt with a deadline, and then settled', () => {
    const settled = event('withdrawal-w-1', 'WithdrawalSettled');
    expect(findingsAfter(openPayout, [moved('payout', 'w-1', -500)], [settled])).to.deep.equal([]);
  });

  it('finds money that a refused charge has moved, unless the charge was found before', () => {
    const refused = [
      attempted('payment-p-1', 'ChargeAttempted'),
      event('payment-p-1', 'PaymentRejected'),
    ];
    const paid = [moved('charge', 'p-1', 9_700)];
    expect(findingsAfter(refused, paid)).to.deep.equal([
      'charge p1 moved 9700 cents outside of an open attempt',
    ]);
    const found = event('payment-p-1', 'PaymentSubmitted');
    expect(findingsAfter([...refused, found], paid)).to.deep.equal([]);
  });

  it('finds a second payout for one request of a person, also under another key', () => {
    const twin = [held('w-2', 'command-2'), attempted('withdrawal-w-2', 'WithdrawalAttempted')];
    const both = [moved('payout', 'w-1', -500), moved('payout', 'w-2', -500)];
    expect(findingsAfter([...openPayout, ...twin], both)).to.deep.equal([
      'withdraw of input 1 moved money 2 times: payout w1 payout w-1, payout w2 payout w-2',
    ]);
  });

  it('finds an attempt without a deadline', () => {
    expect(
      findingsAfter([event('withdrawal-w-1', 'WithdrawalAttempted', { at })], []),
    ).to.deep.equal(['withdrawal-w-1 has an attempt without a deadline']);
  });

  it('finds a call that is made while the last one could still be sent, unless a repetition changes nothing', () => {
    const call = (nth: number, data: object): EventText => ({
      ...event('payment-p-1', 'ChargeAttempted', data),
      id: `call ${nth}`,
    });
    const calls = (provider: string, later: string, between: readonly EventText[] = []) => [
      call(1, { provider, at, deadline }),
      ...between,
      call(2, { provider, at: later, deadline: '2026-11-23T13:00:00.000Z' }),
    ];
    const [soon, late] = ['2026-11-23T12:00:02.000Z', '2026-11-23T12:00:31.000Z'];
    const findingsAtLast = (events: readonly EventText[]) =>
      findingsAfter(events.slice(0, -1), [], events.slice(-1));
    expect(findingsAtLast(calls('zendry', soon))).to.deep.equal([
      'payment-p-1 was called again while its last call could still be sent',
    ]);
    expect(findingsAtLast(calls('zendry', late))).to.deep.equal([]);
    expect(findingsAtLast(calls('repeating', soon))).to.deep.equal([]);
    const unsent = event('payment-p-1', 'PaymentSubmissionUnanswered', { isUnsent: true });
    expect(findingsAtLast(calls('zendry', soon, [unsent]))).to.deep.equal([]);
  });

  it('finds a capture that is begun while the call for its charge could still capture it', () => {
    const charge = event('payment-p-1', 'ChargeAttempted', { provider: 'celcoin', at, deadline });
    const captured = (later: string) =>
      findingsAfter(
        [charge],
        [],
        [
          event('payment-p-1', 'CaptureAttempted', {
            provider: 'celcoin',
            at: later,
            deadline: '2026-11-23T13:00:00.000Z',
          }),
        ],
      );
    expect(captured('2026-11-23T12:00:02.000Z')).to.deep.equal([
      'payment-p-1 was called again while its last call could still be sent',
    ]);
    expect(captured('2026-11-23T12:00:31.000Z')).to.deep.equal([]);
  });

  it('finds an attempt of a registration without a deadline', () => {
    const begun = (attempt: unknown) => event('receiver-s-1', 'ReceiverRegistrationBegun', attempt);
    expect(findingsAfter([begun({ attempt: { at, deadline } })], [])).to.deep.equal([]);
    for (const without of [{}, { attempt: { at } }, { attempt: { at, deadline: at } }]) {
      expect(findingsAfter([begun(without)], [])).to.deep.equal([
        'receiver-s-1 has an attempt without a deadline',
      ]);
    }
  });

  it('finds a payout that is made after it was called off, or called off after it was made', () => {
    const failed = event('withdrawal-w-1', 'WithdrawalFailed');
    const payout = [moved('payout', 'w-1', -500)];
    expect(findingsAfter([...openPayout, failed], payout)).to.deep.equal([
      'payout w1 moved -500 cents outside of an open attempt',
    ]);
    expect(findingsAfter(openPayout, payout, [failed])).to.deep.equal([
      'w1 is called off, and -500 cents had moved',
    ]);
    const waits = event('withdrawal-w-1', 'WithdrawalLeftUnresolved');
    expect(findingsAfter([...openPayout, failed, waits], payout)).to.deep.equal([]);
  });

  it('finds refunds of more than was requested, or that are called off', () => {
    const refundRequested = event('payment-p-1', 'PaymentRefundRequested', {
      refundId: 'r-1',
      amount: 100,
    });
    const refund = attempted('refund-r-1', 'RefundAttempted');
    expect(findingsAfter([refundRequested, refund], [moved('refund', 'p-1', -100)])).to.deep.equal(
      [],
    );
    expect(findingsAfter([refundRequested, refund], [moved('refund', 'p-1', -200)])).to.deep.equal([
      'p1 was given back 200 cents, and 100 were asked for',
    ]);
    const failed = event('refund-r-1', 'RefundFailed');
    expect(
      findingsAfter([refundRequested, refund, failed], [moved('refund', 'p-1', -100)]),
    ).to.deep.equal(['p1 was given back 100 cents, and 0 are under open attempts']);
  });
});
