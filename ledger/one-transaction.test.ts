import { expect } from 'chai';
import { streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { payment } from '#/domain/payment/decider.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import {
  sampleAnswer,
  sampleNow as now,
  samplePayment,
  sampleMeans,
} from '#/domain/testing/samples.ts';
import { readBackPayment } from '#/domain/workflows/read-back.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { createMemoryStore } from './stores/memory.ts';
import { context } from './testing/policy-world.ts';
import { createTransactions, type FindPaidByTransfer } from './transactions.ts';

/** Nearly the greatest length (200), with characters that are rare in ids. */
const TRANSACTION = `tx-${'~!/'.repeat(65)}`;

const paid: TransactionResult = {
  paymentMethod: 'PIX',
  transactionId: TRANSACTION,
  status: 'APPROVED',
  amount: cents(9_700),
};

/** A process whose acquirer answers every read-back with `result`, whichever charge it is asked about. */
const processOver = (
  store: EventStore,
  result: TransactionResult = paid,
  findPaidByTransfer: FindPaidByTransfer = async () => undefined,
) => {
  const handler = createCommandHandler({ store });
  const transactions = createTransactions({
    handler,
    providers: async (id, platformId) => ({
      ...(await portsTo({}).providers(id, platformId)),
      merchantAccount: `${id} of ${platformId}`,
    }),
    now: () => now,
    findPaidByTransfer,
  });
  const ports: Ports = { ...portsTo({ getTransaction: async () => result }), transactions };

  const load = async (paymentId: string): Promise<RequestedPayment> => {
    const { state } = await handler.load(payment, streamOf('payment', paymentId));
    if (state.status === 'NONE') throw new Error('no payment');
    return state;
  };

  return {
    load,
    charge: async (paymentId: string, platformId = 'demo', transactionId = TRANSACTION) => {
      const submitted = {
        type: 'RecordSubmission',
        provider: 'sandbox',
        paymentId,
        answer: sampleAnswer({ transactionId }),
        ...sampleMeans,
        now,
      } as const;
      const requested = { type: 'RequestPayment', payment: samplePayment({ platformId }) } as const;
      await handler.handleAll(
        payment,
        streamOf('payment', paymentId),
        [requested, submitted].map((command) => ({ command, context: context() })),
      );
    },
    readBack: async (paymentId: string): Promise<void> => {
      const commands = await readBackPayment(paymentId, await load(paymentId), 'read-back', ports);
      await handler.handleAll(
        payment,
        streamOf('payment', paymentId),
        commands.map((command) => ({ command, context: context() })),
      );
    },
  };
};

describe('A transaction that an acquirer names for two payments', () => {
  it('approves one of them, also when two processes read it at once, and the other waits for a person', async () => {
    const store = createMemoryStore();
    const [one, other] = [processOver(store), processOver(store)];
    await one.charge('p-1');
    await one.charge('p-2');
    await Promise.all([one.readBack('p-1'), other.readBack('p-2')]);
    await Promise.all([other.readBack('p-1'), one.readBack('p-2')]);
    const states = await Promise.all([one.load('p-1'), one.load('p-2')]);
    expect(states.map(({ status }) => status)).to.have.members(['APPROVED', 'PENDING']);
    const waiting = states.find(({ status }) => status === 'PENDING');
    expect(waiting?.mismatches[TRANSACTION]).to.deep.include({
      differs: ['TRANSACTION'],
      unapplied: 0,
    });
  });

  it('approves each of them at a merchant account of its own', async () => {
    const world = processOver(createMemoryStore());
    await world.charge('p-1', 'demo');
    await world.charge('p-2', 'another');
    await world.readBack('p-1');
    await world.readBack('p-2');
    expect((await world.load('p-1')).status).to.equal('APPROVED');
    expect((await world.load('p-2')).status).to.equal('APPROVED');
  });

  it('is reserved at the merchant account of the charge, also while another one is connected and the keys of the first are not kept', async () => {
    const transactions = createTransactions({
      handler: createCommandHandler({ store: createMemoryStore() }),
      providers: async (id, platformId, use) => {
        if (use?.for === 'LOOK_UP' && use.merchantAccount === 'former')
          throw new Error('the keys are not kept');
        const provider = await portsTo({}).providers(id, platformId);
        return { ...provider, merchantAccount: 'connected' };
      },
      now: () => now,
      findPaidByTransfer: async () => undefined,
    });
    const reserve = (paymentId: string, merchantAccount: string) =>
      transactions.reserve({
        provider: 'sandbox',
        platformId: 'demo',
        merchantAccount,
        transactionId: TRANSACTION,
        endToEndIds: [],
        paymentId,
      });
    expect(await reserve('p-1', 'former')).to.equal(true);
    expect(await reserve('p-2', 'former')).to.equal(false);
    expect(await reserve('p-2', 'connected')).to.equal(true);
  });

  it('is not reserved for a payment when the acquirer’s answer names another order', async () => {
    const store = createMemoryStore();
    const foreign = processOver(store, { ...paid, transactionId: 'tx-9', orderId: 'p-9' });
    await foreign.charge('p-1');
    await foreign.readBack('p-1');
    expect((await foreign.load('p-1')).status).to.equal('PENDING');
    const types = [];
    for await (const batch of store.readAll({})) types.push(...batch.map(({ type }) => type));
    expect(types).to.not.include('TransactionReserved');
  });
});

/** An end-to-end id in the form of the Banco Central. */
const TRANSFER = 'E1234567820200909122120200808008';

describe('A bank transfer that acquirers name for two payments', () => {
  const [one, other] = ['tx-1', 'tx-2'].map((transactionId) => ({ ...paid, transactionId }));
  if (!one || !other) throw new Error('no answers');

  /** Returns the status of each payment after both were read back, with these details in the acquirers' answers. */
  const statusesAfter = async (
    first: Partial<TransactionResult>,
    second: Partial<TransactionResult>,
  ): Promise<readonly string[]> => {
    const store = createMemoryStore();
    const [oneProcess, otherProcess] = [
      processOver(store, { ...one, ...first }),
      processOver(store, { ...other, ...second }),
    ];
    await oneProcess.charge('p-1', 'demo', 'tx-1');
    await otherProcess.charge('p-2', 'another', 'tx-2');
    await oneProcess.readBack('p-1');
    await otherProcess.readBack('p-2');
    return [(await oneProcess.load('p-1')).status, (await otherProcess.load('p-2')).status];
  };

  it('approves the first of them, at whichever merchant accounts they are', async () => {
    const transfer = { endToEndId: TRANSFER };
    expect(await statusesAfter(transfer, transfer)).to.deep.equal(['APPROVED', 'PENDING']);
    expect(await statusesAfter(transfer, { endToEndId: TRANSFER.toLowerCase() })).to.deep.equal([
      'APPROVED',
      'PENDING',
    ]);
    const another = 'E1234567820200909122120200808009';
    expect(
      await statusesAfter(transfer, { endToEndId: another, furtherEndToEndIds: [TRANSFER] }),
    ).to.deep.equal(['APPROVED', 'PENDING']);
    expect(await statusesAfter(transfer, { endToEndId: another })).to.deep.equal([
      'APPROVED',
      'APPROVED',
    ]);
  });

  it('is reserved also when it comes after the approval', async () => {
    const store = createMemoryStore();
    const otherTransfer = { endToEndId: 'E1234567820200909122120200808009' };
    const first = processOver(store, { ...one, ...otherTransfer });
    const later = processOver(store, { ...one, ...otherTransfer, furtherEndToEndIds: [TRANSFER] });
    const second = processOver(store, { ...other, endToEndId: TRANSFER });
    await first.charge('p-1', 'demo', 'tx-1');
    await second.charge('p-2', 'demo', 'tx-2');
    await first.readBack('p-1');
    await later.readBack('p-1');
    await second.readBack('p-2');
    expect((await first.load('p-1')).status).to.equal('APPROVED');
    expect((await second.load('p-2')).status).to.equal('PENDING');
  });

  it('approves no second sale if it paid an old sale, whose transfer was not reserved', async () => {
    const oldSale: FindPaidByTransfer = async (transfer) =>
      transfer === TRANSFER.toLowerCase() ? 'p-old' : undefined;
    const oneProcess = processOver(createMemoryStore(), { ...one, endToEndId: TRANSFER }, oldSale);
    await oneProcess.charge('p-1', 'demo', 'tx-1');
    await oneProcess.charge('p-old', 'demo', 'tx-1');
    await oneProcess.readBack('p-1');
    expect((await oneProcess.load('p-1')).status).to.equal('PENDING');
  });

  it('is compared only if it has the form of such an id, because some acquirers send a text of their own there', async () => {
    const notAnId = { endToEndId: 'PIX' };
    expect(await statusesAfter(notAnId, notAnId)).to.deep.equal(['APPROVED', 'APPROVED']);
  });
});
