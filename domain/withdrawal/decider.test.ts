import { expect } from 'chai';
import { cents } from '#/domain/money.ts';
import { sampleNow as now, sampleSealed } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { WithdrawalCommand } from './commands.ts';
import { withdrawal } from './decider.ts';

const { given } = specify(withdrawal);

const open: WithdrawalCommand = {
  type: 'OpenWithdrawal',
  withdrawal: {
    platformId: 'demo',
    receiverId: 'seller-1',
    amount: cents(5_000),
    fee: cents(150),
    provider: 'sandbox',
    method: 'PIX',
    pixType: 'EMAIL',
    destination: sampleSealed,
    at: now,
  },
};
const sent: WithdrawalCommand = { type: 'RecordSent', providerWithdrawId: 'po-1', now };
const unanswered: WithdrawalCommand = { type: 'RecordUnanswered', failure: 'unavailable', now };
const settled: WithdrawalCommand = { type: 'RecordSettled', endToEndId: 'E1', now };
const failed: WithdrawalCommand = { type: 'RecordFailed', cause: 'rejected', now };

const cameBack: WithdrawalCommand = { type: 'RecordCameBack', cause: 'rejected', now };

describe('Withdrawal at the provider', () => {
  it('opens once, and rejects a provider’s report before that', () => {
    given().when(open, open).yields('WithdrawalRequested');
    given().when(sent).refuses('withdrawal/unknown');
  });

  it('is sent, then settled; duplicate and late outcomes change nothing', () => {
    given()
      .when(open, unanswered, sent, sent, unanswered, settled, settled, sent)
      .yields('WithdrawalRequested', 'WithdrawalUnanswered', 'WithdrawalSent', 'WithdrawalSettled');
  });

  it('comes back once, with its amount and fee, after it was paid', () => {
    const { facts } = given()
      .when(open, settled, cameBack, cameBack, failed)
      .yields('WithdrawalRequested', 'WithdrawalSettled', 'WithdrawalCameBack');
    expect(facts.at(-1)?.data).to.include({ amount: 5_000, fee: 150, cause: 'rejected' });
    given().when(open, cameBack).yields('WithdrawalRequested');
  });

  it('waits for a person when it is said to be paid after it failed, or to have failed after it was paid', () => {
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
