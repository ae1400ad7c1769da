import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { account } from '#/domain/account/decider.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { accountStream, streamOf } from '#/domain/values/ids.ts';
import { cents } from '#/domain/values/money.ts';
import { offer } from '#/domain/offer/offer.ts';
import { payment } from '#/domain/payment/decider.ts';
import {
  sampleNow as now,
  sampleEncrypted,
  sampleOffer,
  samplePayment,
} from '#/domain/testing/samples.ts';
import { AppendError, type EventStore } from './event-store.ts';
import { createCommandHandler, type CommandContext } from './handle-command.ts';
import { createMemoryStore } from './stores/memory.ts';
import { storeWith } from './testing/counting-store.ts';

const context = (differences: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  platform: 'demo',
  actor: 'buyer',
  correlation: 'p-1',
  ...differences,
});

const stream = streamOf('payment', 'p-1');
const request = { type: 'RequestPayment', payment: samplePayment() } as const;

const countEvents = async (store: EventStore, name: string): Promise<number> =>
  (await store.readStream(name)).length;

const openAccount = async (handler: ReturnType<typeof createCommandHandler>, available: number) => {
  const sellerId = 'seller-1';
  const owner = { platformId: 'demo', sellerId, now };
  const name = accountStream(sellerId, '2026-11');
  const receivable = {
    installment: 1,
    amount: cents(available),
    dueOn: '2026-11-20',
    releaseOn: '2026-11-20',
  };
  await handler.handleAll(account, name, [
    { command: { type: 'OpenAccount', ...owner, period: '2026-11' }, context: context() },
    {
      command: {
        type: 'BookReceivables',
        currency: 'BRL',
        ...owner,
        paymentId: 'p-1',
        parts: { net: cents(available), fee: cents(0), interest: cents(0) },
        receivables: [receivable],
      },
      context: context(),
    },
    {
      command: { type: 'ReleaseReceivables', ...owner, through: '2026-11-20' },
      context: context(),
    },
  ]);
  return name;
};

const hold = (withdrawalId: string, amount: number) =>
  ({
    type: 'HoldWithdrawal',
    withdrawal: {
      platformId: 'demo',
      receiverId: 'seller-1',
      currency: 'BRL',
      withdrawalId,
      amount: cents(amount),
      fee: cents(0),
      provider: 'sandbox',
      choice: null,
      method: 'PIX',
      pixType: 'EMAIL',
      destination: sampleEncrypted,
      at: now,
    },
  }) as const;

describe('Command handler', () => {
  it('recognises a command that another process has handled, by its id and request', async () => {
    const store = createMemoryStore();
    const commandContext = context({ request: 'digest' });
    const first = await createCommandHandler({ store }).handle(
      payment,
      stream,
      request,
      commandContext,
    );
    const repeated = await createCommandHandler({ store }).handle(
      payment,
      stream,
      request,
      commandContext,
    );
    expect(first.events).to.have.length(1);
    expect(repeated.events).to.deep.equal([]);
    expect(repeated.position).to.equal(first.position);
    expect(await countEvents(store, stream)).to.equal(1);
  });

  it('rejects a command id that is reused with another request', async () => {
    const handler = createCommandHandler({ store: createMemoryStore() });
    const commandContext = context({ request: 'digest' });
    await handler.handle(payment, stream, request, commandContext);
    const other = handler.handle(payment, stream, request, {
      ...commandContext,
      request: 'another',
    });
    const error = await other.catch((reason: unknown) => reason);
    expect(error instanceof Refused && error.code).to.equal('idempotency/key-reused');
  });

  it('accepts only one of three concurrent withdrawals of the same balance, across two processes', async () => {
    const store = createMemoryStore();
    const [oneProcess, otherProcess] = [
      createCommandHandler({ store }),
      createCommandHandler({ store }),
    ];
    const name = await openAccount(oneProcess, 1_000);
    await otherProcess.load(account, name);
    const outcomes = await Promise.allSettled([
      oneProcess.handle(account, name, hold('w-1', 700), context()),
      otherProcess.handle(account, name, hold('w-2', 700), context()),
      oneProcess.handle(account, name, hold('w-3', 700), context()),
    ]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
    const { state } = await createCommandHandler({ store }).load(account, name);
    expect(state.status === 'OPEN' && state.available).to.equal(300);
  });

  it('reads the stream again before it rejects a command on a stale cached state', async () => {
    const store = createMemoryStore();
    const [oneProcess, otherProcess] = [
      createCommandHandler({ store }),
      createCommandHandler({ store }),
    ];
    const name = await openAccount(oneProcess, 1_000);
    await otherProcess.handle(account, name, hold('w-1', 1_000), context());
    const returned = {
      type: 'ReturnWithdrawal',
      platformId: 'demo',
      sellerId: 'seller-1',
      withdrawalId: 'w-1',
      cause: 'rejected',
      now,
    } as const;
    await oneProcess.handle(account, name, returned, context());
    // In the state that the other process has cached, everything is still held.
    const { events } = await otherProcess.handle(account, name, hold('w-2', 1_000), context());
    expect(events).to.have.length(1);
  });

  it('reports that a command records nothing by its final decision, not by one on a stale cached state', async () => {
    const store = createMemoryStore();
    const [oneProcess, otherProcess] = [
      createCommandHandler({ store }),
      createCommandHandler({ store }),
    ];
    const name = streamOf('offer', 'offer-1');
    const revise = (title: string) =>
      ({ type: 'Revise', details: { ...sampleOffer, title }, now }) as const;
    await oneProcess.handle(offer, name, { type: 'Create', details: sampleOffer, now }, context());
    await otherProcess.load(offer, name);
    await oneProcess.handle(offer, name, revise('Another'), context());
    let calls = 0;
    const counting = () => context({ onTraceless: () => void (calls += 1) });
    // In the state that the other process has cached, the offer has this title already.
    const { events } = await otherProcess.handle(
      offer,
      name,
      revise(sampleOffer.title),
      counting(),
    );
    expect([events.length, calls]).to.deep.equal([1, 0]);
    await otherProcess.handle(offer, name, revise(sampleOffer.title), counting());
    expect(calls).to.equal(1);
  });

  it('handles the other commands of a batch when one is rejected', async () => {
    const store = createMemoryStore();
    const handler = createCommandHandler({ store });
    const name = await openAccount(handler, 1_000);
    const outcomes = await handler.handleAll(account, name, [
      { command: hold('w-1', 600), context: context() },
      { command: hold('w-2', 600), context: context() },
      { command: hold('w-3', 400), context: context() },
    ]);
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(['done', 'refused', 'done']);
  });

  it('retries an append with an unknown outcome without writing it twice', async () => {
    const store = createMemoryStore();
    let answersLost = 0;
    const forgetful = storeWith(store, {
      append: async (...append) => {
        const appended = await store.append(...append);
        if (answersLost++ === 0) throw new AppendError({ kind: 'ambiguous' });
        return appended;
      },
    });
    const handler = createCommandHandler({ store: forgetful });
    await handler.handle(payment, stream, request, context());
    expect(await countEvents(store, stream)).to.equal(1);
  });

  it('fails and writes nothing when the store is unavailable', async () => {
    const store = createMemoryStore();
    const unavailable = storeWith(store, {
      append: async () => {
        throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
      },
    });
    const error = await createCommandHandler({ store: unavailable })
      .handle(payment, stream, request, context())
      .catch((reason: unknown) => reason);
    expect(error instanceof AppendError && error.failure.kind).to.equal('unavailable');
    expect(await countEvents(store, stream)).to.equal(0);
  });

  it('keeps an existing stream in its cache while many absent streams are loaded', async () => {
    const store = createMemoryStore();
    let eventsRead = 0;
    const counting = storeWith(store, {
      readStream: async (name, options) => {
        const events = await store.readStream(name, options);
        eventsRead += events.length;
        return events;
      },
    });
    const handler = createCommandHandler({ store: counting });
    await handler.handle(payment, stream, request, context());
    const unanswered = { provider: 'sandbox', failure: 'unavailable', now } as const;
    await handler.handle(payment, stream, { type: 'RecordUnanswered', ...unanswered }, context());
    for (let nth = 0; nth < 20_000; nth += 1) {
      await handler.load(payment, streamOf('payment', `nobody-${nth}`));
    }
    const { revision } = await handler.load(payment, stream);
    expect(revision).to.equal(1);
    expect(eventsRead, 'events read again, to see that the log still has the last one').to.equal(1);
  });
});
