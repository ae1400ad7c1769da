import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import type { WithdrawMethod } from '#/domain/ports/payout.ts';
import { loadProviderCases, nameOf } from '#/adapters/payments/evidence/evidence.ts';
import { openHere } from '#/adapters/payments/evidence/open-here.ts';
import {
  attempt,
  bankWithdrawal,
  card,
  cardCharge,
  pixWithdrawal,
  receiver as sampleReceiver,
  receiverWithdrawal,
  refundOf,
} from '#/adapters/payments/evidence/samples.ts';
import { amount, charges } from './testing/charges.ts';
import { must } from './testing/must.ts';
import { read, SimulatedWorld } from './testing/simulated-world.ts';

const withdrawals = {
  PIX: pixWithdrawal,
  BANK_ACCOUNT: bankWithdrawal,
  RECEIVER: receiverWithdrawal,
} as const;
const cases = await loadProviderCases();

/** A card token, and a `cardId` at providers that save cards. */
const cardAt = async (provider: PaymentProvider) => {
  const { cardToken: sample = '' } = cardCharge;
  const cardToken = (await provider.createCardToken?.(card)) ?? sample;
  const cardId = await provider.createCardId?.({
    cardToken,
    customer: cardCharge.customer,
    attempt,
  });
  return { cardToken, ...(cardId !== undefined && { cardId }) };
};

describe('Simulated acquirers', () => {
  let world: SimulatedWorld;

  before(async () => {
    world = await SimulatedWorld.open(cases);
  });
  after(() => world.close());

  for (const each of cases) {
    const { provider: definition, sign } = each;
    describe(nameOf(each), () => {
      const account = () => definition.account.parse(world.accountOf(nameOf(each)));
      const open = () => openHere(definition, account());
      const { charge: methods = {}, withdraw = {} } = definition.operations;

      for (const method of Object.keys(methods) as readonly PaymentMethod[]) {
        it(`takes a ${method} charge through payment, notice and refund, as far as it offers them`, async () => {
          const provider = open();
          const transaction = must(
            await provider.createTransaction?.({
              ...charges[method],
              ...(method === 'CREDIT_CARD' && (await cardAt(provider))),
              orderId: randomUUID(),
              webhookUrl: `${world.receiver.url}/${definition.id}`,
            }),
          );
          expect(transaction).to.include({ paymentMethod: method });
          // Some acquirers do not state the amount in this reply.
          expect(transaction.amount).to.be.oneOf([amount, null]);
          const { transactionId, status } = transaction;
          if (status === 'PENDING') expect(await world.pay(transactionId)).to.equal(200);
          const approved = { paymentMethod: method, status: 'APPROVED', amount };
          if (provider.getTransaction)
            expect(await read(provider, transactionId)).to.include(approved);
          if (provider.readNotices) {
            const notice = await world.receiver.about(definition.id, transactionId);
            const reported = await provider.readNotices(notice).catch((error: unknown) => {
              throw sign ? error : new Error('its cases have no `sign`', { cause: error });
            });
            expect(reported[0]).to.include({ transactionId, status: 'APPROVED' });
          }
          const refund = { ...refundOf(transactionId), refundId: randomUUID(), amount };
          // iugu refunds no boletos.
          if (provider.refund && `${definition.id} ${method}` !== 'iugu BILLET')
            expect(await provider.refund(refund)).to.include({ status: true });
        });
      }

      if (definition.operations.createReceiver) {
        it('registers a receiver, and returns it when looked up', async () => {
          const provider = open();
          const { providerReceiverId } = must(await provider.createReceiver?.(sampleReceiver));
          const found = await provider.getReceiver?.({ providerReceiverId });
          expect(found).to.include({ providerReceiverId });
        });
      }

      if (definition.operations.getAnticipationLimits) {
        it('returns the anticipation limits of a receiver', async () => {
          const provider = open();
          const { providerReceiverId } = must(await provider.createReceiver?.(sampleReceiver));
          const query = {
            providerReceiverId,
            timeframe: 'START',
            paymentDate: '2026-12-01',
          } as const;
          const { minimum, maximum } = must(await provider.getAnticipationLimits?.(query));
          expect(maximum.amount).to.be.greaterThan(minimum.amount);
        });
      }

      if (definition.operations.listDisputes) {
        it('lists an open dispute', async () => {
          const [first] = must(await open().listDisputes?.({ since: '2026-11-01T00:00:00.000Z' }));
          expect(first).to.include({ status: 'OPEN' });
        });
      }

      for (const method of Object.keys(withdraw) as readonly WithdrawMethod[]) {
        it(`pays out by ${method}, and returns the payout as approved when looked up`, async () => {
          const provider = open();
          const withdrawReference = randomUUID();
          const request = { ...withdrawals[method], amount, withdrawReference };
          const { withdrawId } = must(await provider.withdraw?.(request));
          if (provider.getWithdraw) {
            const found = await provider.getWithdraw({ withdrawId });
            expect(found).to.include({ status: 'APPROVED', amount });
          }
          if (provider.findWithdraw) {
            const found = await provider.findWithdraw({ withdrawReference });
            expect(found).to.include({ status: 'APPROVED', amount });
          }
        });
      }
    });
  }
});
