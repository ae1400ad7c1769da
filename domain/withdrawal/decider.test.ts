import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { sampleNow as now, sampleEncrypted, sampleSigned } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { WithdrawalCommand } from './commands.ts';
import { withdrawal } from './decider.ts';

const { given } = specify(withdrawal);

const open: WithdrawalCommand = {
  type: 'RequestWithdrawal',
  withdrawal: {
    platformId: 'demo',
    receiverId: 'seller-1',
    currency: 'BRL',
    amount: cents(5_000),
    fee: cents(150),
    provider: 'sandbox',
    method: 'PIX',
    pixType: 'EMAIL',
    destination: sampleEncrypted,
    at: now,
  },
};
const sent: WithdrawalCommand = { type: 'RecordSent', providerWithdrawId: 'po-1', now };
const unanswered: WithdrawalCommand = { type: 'RecordUnanswered', failure: 'unavailable', now };
const settled: WithdrawalCommand = { type: 'RecordSettled', endToEndId: 'E1', now };
const failed: WithdrawalCommand = { type: 'RecordFailed', cause: 'rejected', now };

const FIRST = '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11';
const SECOND = '7d1a2c9e-3b5f-4e8a-9c1d-2f6b8a4e5d22';
const THIRD = 'c2f4e6a8-1b3d-4c5e-8f70-6a5b4c3d2e33';
const later = addSeconds(now, 60);
const begin = (attemptId: string, after: string | null, at: string): WithdrawalCommand => ({
  type: 'BeginPayout',
  signed: sampleSigned,
  attemptId,
  after,
  epoch: 1,
  now: at,
});

const otherHolder: WithdrawalCommand = { type: 'RecordOtherHolder', now };
const cameBack: WithdrawalCommand = { type: 'RecordCameBack', cause: 'rejected', now };

describe('Withdrawal at the provider', () => {
  it('opens once, and rejects a provider’s report before that', () => {
    given().when(open, open).yields('WithdrawalRequested');
    given().when(sent).refuses('withdrawal/unknown');
  });

  it('records another holder once, before or after it is paid, and keeps its status', () => {
    given()
      .when(open, sent, otherHolder, settled, otherHolder)
      .yields(
        'WithdrawalRequested',
        'WithdrawalSent',
        'WithdrawalNamedOtherHolder',
        'WithdrawalSettled',
      );
    const { state } = given()
      .when(open, sent, settled, otherHolder)
      .yields(
        'WithdrawalRequested',
        'WithdrawalSent',
        'WithdrawalSettled',
        'WithdrawalNamedOtherHolder',
      );
    expect(state).to.include({ status: 'SETTLED', lastContradiction: null });
  });

  it('is sent, then settled; duplicate and late outcomes change nothing', () => {
    given()
      .when(open, unanswered, sent, sent, unanswered, settled, settled, sent)
      .yields('WithdrawalRequested', 'WithdrawalUnanswered', 'WithdrawalSent', 'WithdrawalSettled');
  });

  it('keeps its money held when a process that froze says that its call was declined or not sent, and another call was made since', () => {
    const calledTwice = [open, begin(FIRST, null, now), begin(SECOND, FIRST, later)] as const;
    const events = [
      'WithdrawalRequested',
      'WithdrawalSigned',
      'WithdrawalAttempted',
      'WithdrawalAttempted',
    ] as const;
    given()
      .when(...calledTwice, { ...failed, attemptId: FIRST, now: later })
      .yields(...events);
    const unsent = { ...unanswered, isUnsent: true, attemptId: FIRST, now: later } as const;
    given()
      .when(...calledTwice, unsent, begin(THIRD, SECOND, later))
      .yields(...events, 'WithdrawalUnanswered');
    given()
      .when(...calledTwice, { ...failed, attemptId: SECOND, now: later })
      .yields(...events, 'WithdrawalFailed');
  });

  it('comes back once, with its amount and fee, after it was paid', () => {
    const { facts } = given()
      .when(open, settled, cameBack, cameBack, failed)
      .yields('WithdrawalRequested', 'WithdrawalSettled', 'WithdrawalCameBack');
    expect(facts.at(-1)?.data).to.include({ amount: 5_000, fee: 150, cause: 'rejected' });
    given().when(open, cameBack).yields('WithdrawalRequested');
  });

  it('waits for staff when the provider reports it paid after it failed, or failed after it was paid', () => {
    given()
      .when(open, failed, settled, settled, sent)
      .yields('WithdrawalRequested', 'WithdrawalFailed', 'WithdrawalContradicted');
    given()
      .when(open, settled, failed, failed)
      .yields('WithdrawalRequested', 'WithdrawalSettled', 'WithdrawalContradicted');
    given()
      .when(open, settled, cameBack, settled)
      .yields(
        'WithdrawalRequested',
        'WithdrawalSettled',
        'WithdrawalCameBack',
        'WithdrawalContradicted',
      );
  });
});
