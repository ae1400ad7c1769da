import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { FIRST_EPOCH, portsTo } from '#/domain/testing/ports.ts';
import { sampleNow, samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readBackPayment } from '#/domain/workflows/read-back.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { submitAndBeginNext } from '#/domain/workflows/submit-payment.ts';
import { createAccountPeriods } from './accounts/periods.ts';
import { createDispatcher, recordCalls } from './dispatch.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { twoStores, type TwoStores } from './testing/two-stores.ts';

/** When the charge is read back, in seconds after it was requested. */
const READ_BACKS = [2, 4, 8, 16];

const buyer = {
  identity: { name: 'Ana', document: '52998224725' },
  contact: { email: 'ana@example.com' },
};

const choice: RoutingDecision = {
  reason: 'PRIORITY',
  considered: ['sandbox', 'zendry'].map((provider) => ({ provider, share: 0, standing: 'FIT' })),
};

const slowAcquirer = () => {
  const calls: string[] = [];
  const answers = new Map<string, () => void>();
  const provider: Partial<PaymentProvider> = {
    createTransaction: async ({ orderId, paymentMethod, amount }) => {
      const isDuplicate = calls.includes(orderId);
      calls.push(orderId);
      if (isDuplicate)
        throw new ProviderFailure('refused', 'this order exists', { mayHaveHappened: false });
      await new Promise<void>((resolve) => answers.set(orderId, resolve));
      const charge = { transactionId: `tx of ${orderId}`, orderId, paymentMethod, amount };
      return { ...charge, status: 'PENDING', pixCode: `code of ${orderId}` };
    },
  };
  return { calls, provider, answer: (orderId: string): void => answers.get(orderId)?.() };
};

type Acquirer = ReturnType<typeof slowAcquirer>;

const processOver = (store: EventStore, { provider }: Acquirer, paymentId: string) => {
  let now = sampleNow;
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods({ handler, store });
  const dispatch = createDispatcher({ handler, accounts, now: () => now });
  const ports: Ports = {
    ...portsTo(provider),
    open: async <Value>() => ({ ...buyer.identity, ...buyer.contact }) as Value,
    begin: recordCalls(dispatch),
    now: () => now,
  };
  const stream = streamOf('payment', paymentId);
  const load = async (): Promise<RequestedPayment> => {
    const { state } = await handler.load(payment, stream);
    if (state.status === 'NONE') throw new Error('no payment');
    return state;
  };
  const send = async (
    commands: readonly PaymentCommand[],
    commandIds: readonly string[] = [],
  ): Promise<readonly boolean[]> => {
    const requests = commands.map((command, nth) => ({
      command,
      context: {
        commandId: commandIds[nth] ?? randomUUID(),
        platform: 'demo',
        actor: 'system',
        correlation: paymentId,
      },
    }));
    const outcomes = await handler.handleAll(payment, stream, requests);
    return outcomes.map((outcome) => outcome.kind === 'done' && outcome.events.length > 0);
  };
  return {
    load,
    /** Charges, unless another request with this key does. @returns undefined when another does */
    purchase: async (
      method: PaymentMethod,
      key: string,
    ): Promise<{ readonly answered: Promise<unknown> } | undefined> => {
      const attemptId = randomUUID();
      const attempt = { attemptId, after: null, epoch: FIRST_EPOCH.number, now };
      const [, isOurs] = await send(
        [
          { type: 'RequestPayment', payment: samplePayment({ method, choice }) },
          { type: 'BeginCharge', provider: 'sandbox', ...attempt },
        ],
        [key, attemptId],
      );
      if (!isOurs) return undefined;
      const state = await load();
      if (state.attempt === null) throw new Error('no call');
      const submission = { buyer, isFirstOnRecord: true, attempt: state.attempt };
      return { answered: submitAndBeginNext(paymentId, state, submission, ports).then(send) };
    },
    readBack: async (seconds: number): Promise<void> => {
      now = addSeconds(sampleNow, seconds);
      await send(await readBackPayment(paymentId, await load(), 'read-back', ports));
    },
    types: async (): Promise<readonly string[]> =>
      (await store.readStream(stream)).map(({ type }) => type),
  };
};

describe('A charge whose acquirer takes longer to answer than the first read-back waits', () => {
  for (const [name, open] of Object.entries(twoStores)) {
    describe(`with the event log in ${name}`, () => {
      let opened: TwoStores;

      before(async () => {
        opened = await open();
      });
      after(() => opened.close());

      const start = () => {
        const [acquirer, paymentId] = [slowAcquirer(), randomUUID()];
        const [one, other] = opened.stores;
        const oneProcess = processOver(one, acquirer, paymentId);
        return {
          acquirer,
          paymentId,
          oneProcess,
          otherProcess: processOver(other, acquirer, paymentId),
        };
      };

      for (const method of ['PIX', 'BILLET', 'CREDIT_CARD'] as const) {
        it(`is made once while the first call is under way, however often it is requested: ${method}`, async () => {
          const { acquirer, paymentId, oneProcess, otherProcess } = start();
          const key = randomUUID();
          const first = await oneProcess.purchase(method, key);
          // The browser sends the same purchase again, to another process.
          expect(await otherProcess.purchase(method, key)).to.equal(undefined);
          for (const seconds of READ_BACKS) {
            await otherProcess.readBack(seconds);
            await oneProcess.readBack(seconds);
          }
          expect(acquirer.calls).to.deep.equal([paymentId]);
          acquirer.answer(paymentId);
          await first?.answered;
          expect(acquirer.calls).to.deep.equal([paymentId]);
          expect(await otherProcess.load()).to.include({
            status: 'PENDING',
            transactionId: `tx of ${paymentId}`,
            pixCode: `code of ${paymentId}`,
          });
          const types = await otherProcess.types();
          expect(types).to.deep.equal(['PaymentRequested', 'ChargeAttempted', 'PaymentSubmitted']);
        });
      }

      it('is neither rejected nor made at another acquirer when a later call is refused as a duplicate', async () => {
        const { acquirer, paymentId, oneProcess, otherProcess } = start();
        const first = await oneProcess.purchase('PIX', randomUUID());
        // The first call can no longer be on its way, and its outcome is not recorded.
        await otherProcess.readBack(31);
        expect(acquirer.calls).to.deep.equal([paymentId, paymentId]);
        expect(await otherProcess.load()).to.include({ status: 'PENDING', provider: 'sandbox' });
        expect((await otherProcess.types()).slice(2)).to.deep.equal([
          'ChargeAttempted',
          'PaymentSubmissionUnanswered',
        ]);
        acquirer.answer(paymentId);
        await first?.answered;
      });
    });
  }
});
