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

describe('Withdrawal at the provider', () => {
  it('opens once, and rejects a provider’s report before that', () => {
    given().when(open, open).yields('WithdrawalRequested');
    given().when(sent).refuses('withdrawal/unknown');
  });

  it('is sent, then settled; duplicate and late outcomes change nothing', () => {
    given()
      .when(open, unanswered, sent, sent, unanswered, settled, settled, failed)
      .yields('WithdrawalRequested', 'WithdrawalUnanswered', 'WithdrawalSent', 'WithdrawalSettled');
  });

  it('stays failed when later outcomes arrive', () => {
    given().when(open, failed, settled, sent).yields('WithdrawalRequested', 'WithdrawalFailed');
  });
});
