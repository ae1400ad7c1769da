import { expect } from 'chai';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import { cents } from '#/domain/values/money.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import { samplePayment, sampleEncrypted } from '#/domain/testing/samples.ts';
import { sendWithdrawal } from '#/domain/workflows/pay-withdrawal.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { askForRefund } from '#/domain/workflows/refund-at-provider.ts';
import { submitPayment } from '#/domain/workflows/submit-payment.ts';
import { sendJson, startCaseServer, type CaseServer } from './evidence/case-server.ts';
import { loadProviderCases } from './evidence/evidence.ts';
import { attempt, CASES_AT, pixCharge } from './evidence/samples.ts';

const PROVIDER = 'cashtime';
const [providerCases] = (await loadProviderCases()).filter(
  ({ provider: { id } }) => id === PROVIDER,
);

/** The record of a refund or withdrawal that is requested and not sent yet. */
const NEW = { attempt: null, origin: { at: CASES_AT, epoch: 1 } };

const terms = {
  platformId: 'demo',
  provider: PROVIDER,
  currency: 'BRL',
  amount: cents(5_000),
  at: CASES_AT,
} as const;

/** A payment that may go to another acquirer if this one made no charge. */
const payment = paymentAfter({
  type: 'PaymentRequested',
  data: samplePayment({
    ...terms,
    choice: {
      reason: 'SHARE',
      considered: [
        { provider: PROVIDER, share: 100, standing: 'FIT' },
        { provider: 'zendry', share: 0, standing: 'FIT' },
      ],
    },
  }),
});

const buyer = {
  identity: { name: pixCharge.customer.name, document: pixCharge.customer.document },
  contact: { email: pixCharge.customer.email, phone: pixCharge.customer.phone },
};

const refund = { ...terms, sellerId: 'seller-1', paymentId: 'p-1', transactionId: 'tx-1' };

const withdrawal = {
  ...terms,
  receiverId: 'seller-1',
  fee: cents(150),
  method: 'PIX',
  pixType: 'EMAIL',
  destination: sampleEncrypted,
} as const;

const calls: Readonly<Record<string, (ports: Ports) => Promise<readonly object[]>>> = {
  payment: (ports) =>
    submitPayment('p-1', payment, { buyer, isFirstOnRecord: true, attempt }, ports),
  refund: (ports) => askForRefund('r-1', refund, NEW, ports),
  payout: (ports) => sendWithdrawal('w-1', withdrawal, NEW, ports),
};

describe('An acquirer that answers "too many requests" or "too early"', () => {
  let server: CaseServer;

  before(async () => {
    server = await startCaseServer(providerCases?.tokens);
  });
  after(() => server.close());

  for (const [what, call] of Object.entries(calls)) {
    for (const status of [425, 429]) {
      it(`may have carried out the ${what} before it answered ${status}`, async () => {
        if (!providerCases) throw new Error(`${PROVIDER} has no cases`);
        const { provider: definition, account } = providerCases;
        const parsedAccount = definition.account.parse(account(server.url));
        const opened = openHere(definition, parsedAccount, { now: () => Date.parse(CASES_AT) });
        server.seen.length = 0;
        server.answerWith((_seen, response) =>
          sendJson(response, status, { message: 'slow down' }),
        );
        const commands = await call(portsTo(opened, CASES_AT));
        await opened.close();
        expect(server.seen.filter(({ method }) => method !== 'GET')).to.have.length(1);
        expect(commands).to.have.length(1);
        expect(commands[0]).to.include({ type: 'RecordUnanswered', failure: 'unavailable' });
        expect(commands[0]).to.not.have.property('isUnsent');
      });
    }
  }
});
