import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { streamOf } from '#/domain/values/ids.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { PaymentMethod, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow, samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { adoptTransaction } from '#/domain/workflows/adopt-transaction.ts';
import { readBackPayment } from '#/domain/workflows/read-back.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { digestOfCharge, submitPayment } from '#/domain/workflows/submit-payment.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import { decode } from '#/ledger/codec.ts';
import { createDispatcher, recordCalls } from '#/ledger/dispatch.ts';
import { createEpochs } from './epochs.ts';
import type { EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { losingLogs, type LosingLog } from '#/ledger/testing/losing-logs.ts';
import { context } from '#/ledger/testing/policy-world.ts';

const ORDER = 'p-1';
const buyer = {
  identity: { name: 'Ana', document: '52998224725' },
  contact: { email: 'ana@example.com' },
};

/** An acquirer that cannot search by our id, and that makes a new charge for each request. */
const acquirer = () => {
  const charges: TransactionResult[] = [];
  const read = (transactionId: string) =>
    charges.find((charge) => charge.transactionId === transactionId);
  return {
    charges,
    pay: (transactionId: string): void => {
      const index = charges.findIndex((charge) => charge.transactionId === transactionId);
      const charge = charges[index];
      if (charge) charges[index] = { ...charge, status: 'APPROVED' };
    },
    provider: {
      createTransaction: async ({ orderId, paymentMethod, amount }) => {
        const transactionId = `tx-${charges.length + 1}`;
        const charge = {
          transactionId,
          orderId,
          paymentMethod,
          amount,
          status: 'PENDING',
        } as const;
        charges.push(charge);
        return { ...charge, pixCode: `code of ${transactionId}` };
      },
      getTransaction: async ({ transactionId }) => read(transactionId),
    } satisfies Partial<PaymentProvider>,
  };
};

const processOver = (store: EventStore, provider: Partial<PaymentProvider>) => {
  let now = sampleNow;
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods({ handler, store });
  const dispatch = createDispatcher({ handler, accounts, now: () => now });
  const ports: Ports = {
    ...portsTo(provider),
    open: async <Value>() => ({ ...buyer.identity, ...buyer.contact }) as Value,
    begin: recordCalls(dispatch),
    epoch: createEpochs({ store, handler, sharedMs: async () => Date.parse(now) }).current,
    now: () => now,
  };
  const stream = streamOf('payment', ORDER);
  const load = async (): Promise<RequestedPayment> => {
    const { state } = await handler.load(payment, stream);
    if (state.status === 'NONE') throw new Error('no payment');
    return state;
  };
  const send = async (commands: readonly PaymentCommand[]): Promise<void> => {
    const requests = commands.map((command) => ({ command, context: context() }));
    await handler.handleAll(payment, stream, requests);
  };
  return {
    load,
    begin: async (method: PaymentMethod): Promise<void> => {
      const { number: epoch } = await ports.epoch();
      const requested = samplePayment({ method });
      const charged = { provider: 'sandbox', requested };
      const digest = await digestOfCharge(ORDER, charged, buyer, ports);
      const attempt = { attemptId: randomUUID(), after: null, epoch, digest, now };
      await send([
        { type: 'RequestPayment', payment: requested },
        { type: 'BeginCharge', provider: 'sandbox', ...attempt },
      ]);
    },
    charge: async (): Promise<void> => {
      const state = await load();
      const { attempt } = state;
      if (attempt === null) throw new Error('no call');
      await send(
        await submitPayment(ORDER, state, { buyer, isFirstOnRecord: true, attempt }, ports),
      );
    },
    readBack: async (): Promise<void> =>
      send(await readBackPayment(ORDER, await load(), 'read-back', ports)),
    adopt: async (transactionId: string): Promise<void> => {
      const claimed = { transactionId, isAuthentic: true };
      const state = await load();
      const notice = { provider: state.provider, claimed, noticeId: 'notice' };
      const commands = await adoptTransaction(ORDER, state, notice, ports);
      if (typeof commands === 'string') throw new Error(commands);
      await send(commands);
    },
    // The read of the epoch begins a new one where the log has lost its end.
    noteLoss: async (): Promise<void> => {
      await ports.epoch();
    },
    wait: (seconds: number): void => {
      now = addSeconds(now, seconds);
    },
  };
};

for (const [place, open] of Object.entries(losingLogs)) {
  describe(`A charge whose answer was lost with the end of a log in ${place}`, function () {
    this.timeout(30_000);
    let losing: LosingLog;
    let bank: ReturnType<typeof acquirer>;

    beforeEach(async () => {
      losing = await open();
      bank = acquirer();
    });
    afterEach(() => losing.close());

    /** Makes a charge, loses its answer with the end of the log, and reads the charge back twice. */
    const lost = async (provider: Partial<PaymentProvider>, method: PaymentMethod = 'PIX') => {
      const process = processOver(losing.store, provider);
      await process.begin(method);
      const events = (await Array.fromAsync(losing.store.readAll({}))).flat().length;
      await process.charge();
      expect((await process.load()).transactionId).to.equal('tx-1');
      await losing.keepOnly(events);
      await process.noteLoss();
      process.wait(60);
      await process.readBack();
      process.wait(600);
      await process.readBack();
      return process;
    };

    it('is not called off where its acquirer cannot search for it: the buyer pays the code that was shown', async () => {
      const process = await lost(bank.provider);
      expect((await process.load()).status).to.equal('PENDING');
      bank.pay('tx-1');
      await process.adopt('tx-1');
      expect((await process.load()).status).to.equal('APPROVED');
      expect(bank.charges).to.have.length(1);
    });

    it('is left to staff where its acquirer cannot search for it, and no notice comes', async () => {
      const process = await lost(bank.provider);
      process.wait(40 * 86_400);
      await process.readBack();
      expect(await process.load()).to.include({ status: 'PENDING', wasLeftToStaff: true });
      const lastEvent = (await losing.store.readStream(streamOf('payment', ORDER))).at(-1);
      expect(lastEvent && decode(lastEvent).data).to.include({ cause: 'cannot-be-asked' });
    });

    it('is found where its acquirer can search for it', async () => {
      const findTransaction = async () => {
        bank.pay('tx-1');
        return bank.charges[0];
      };
      const process = await lost({ ...bank.provider, findTransaction });
      expect((await process.load()).status).to.equal('APPROVED');
      expect(bank.charges).to.have.length(1);
    });

    for (const method of ['PIX', 'CREDIT_CARD', 'BILLET'] as const) {
      it(`is neither called off nor made again where its acquirer answers that it has no such charge (${method})`, async () => {
        const denying = { ...bank.provider, findTransaction: async () => undefined };
        const process = await lost(denying, method);
        expect((await process.load()).status).to.equal('PENDING');
        expect(bank.charges).to.have.length(1);
        process.wait(40 * 86_400);
        await process.readBack();
        expect(await process.load(), 'people decide').to.include({
          status: 'PENDING',
          wasLeftToStaff: true,
        });
      });
    }

    it('is requested again where its acquirer charges only once for one order id, and still is not called off', async () => {
      const requestedOrders: string[] = [];
      const process = await lost({
        ...bank.provider,
        repeatable: { createTransaction: { hours: 24 } },
        findTransaction: async () => undefined,
        createTransaction: async (request) => {
          requestedOrders.push(request.orderId);
          if (requestedOrders.length > 1)
            throw new ProviderFailure('unavailable', 'away', { mayHaveHappened: true });
          return bank.provider.createTransaction(request);
        },
      });
      expect(requestedOrders).to.deep.equal([ORDER, ORDER, ORDER]);
      expect((await process.load()).status).to.equal('PENDING');
    });
  });
}
