import { expect } from 'chai';
import { hunterpay } from '#/adapters/payments/providers/hunterpay.ts';
import { newlevel } from '#/adapters/payments/providers/newlevel.ts';
import {
  sendJson,
  startCaseServer,
  type CaseServer,
} from '#/adapters/payments/evidence/case-server.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { pixCharge, pixWithdrawal } from '#/adapters/payments/evidence/samples.ts';
import { reply } from '#/adapters/payments/evidence/transactions-api-cases.ts';

describe('Unknown status words of an acquirer', () => {
  let host: CaseServer;
  const replyWithStatus = (status: string): void =>
    host.answerWith((_seen, response) => sendJson(response, 200, reply({ status })));
  const accountAtHost = () => ({ baseUrl: host.url, secretKey: 'sk_for_tests' });

  before(async () => {
    host = await startCaseServer();
  });
  after(() => host.close());

  it('returns an unknown status word beside the fallback status of a charge', async () => {
    const provider = openHere(hunterpay, accountAtHost());
    replyWithStatus('under_review');
    const expected = { status: 'REJECTED', unknownStatus: 'under_review' };
    expect(await provider.createTransaction?.(pixCharge)).to.include(expected);
    expect(await provider.getTransaction?.({ transactionId: '1' })).to.include(expected);
    replyWithStatus('paid');
    const paid = await provider.getTransaction?.({ transactionId: '1' });
    expect(paid).to.include({ status: 'APPROVED' }).and.not.have.property('unknownStatus');
  });

  it('returns an unknown status word beside the status PENDING of a payout', async () => {
    const provider = openHere(newlevel, newlevel.account.parse(accountAtHost()));
    replyWithStatus('on_hold');
    const expected = { status: 'PENDING', unknownStatus: 'on_hold' };
    expect(await provider.withdraw?.(pixWithdrawal)).to.include(expected);
    expect(await provider.getWithdraw?.({ withdrawId: '1' })).to.include(expected);
  });

  it('shortens an unknown word and removes personal data, secrets and special characters', async () => {
    const provider = openHere(hunterpay, accountAtHost());
    const wordOf = async (status: string) => {
      replyWithStatus(status);
      const transaction = await provider.getTransaction?.({ transactionId: '1' });
      return transaction?.unknownStatus;
    };
    expect(await wordOf('de fulano@example.com, sk_for_tests')).to.equal('de [e-mail], [secret]');
    expect(await wordOf('x'.repeat(10_000))).to.have.length(40);
    expect(await wordOf('a\u0000b\n<script>')).to.equal('a?b??script?');
    expect(await wordOf('')).to.equal('?');
  });

  it('gives a notice with an unknown status word the fallback status', async () => {
    const provider = openHere(hunterpay, accountAtHost());
    const body = JSON.stringify({ type: 'transaction', data: reply({ status: 'invented' }) });
    const [notice] = (await provider.readNotices?.({ headers: {}, body })) ?? [];
    expect(notice).to.include({ status: 'REJECTED' }).and.not.have.property('unknownStatus');
  });
});
