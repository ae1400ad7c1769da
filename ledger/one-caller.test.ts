import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Addressed, AnyHappened } from '#/domain/policies/policy.ts';
import { cents } from '#/domain/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleSealed } from '#/domain/testing/samples.ts';
import { payWithdrawal } from '#/domain/workflows/pay-withdrawal.ts';
import { refundAtProvider } from '#/domain/workflows/refund-at-provider.ts';
import type { Ports, Reaction } from '#/domain/workflows/reaction.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { testDatabase } from '#/scripts/testing/postgres.ts';
import { createAccountPeriods } from './account-periods.ts';
import { createDispatcher, recordCalls } from './dispatch.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { openEventStoreDb } from './stores/eventstoredb.ts';
import { createMemoryStore } from './stores/memory.ts';
import { openPostgresStore } from './stores/postgres.ts';

const REQUESTS = 20;

interface Request {
  readonly reaction: Reaction;
  readonly opening: Addressed;
  readonly event: AnyHappened;
}

const refundOf = (id: string): Request => {
  const data = {
    platformId: 'demo',
    sellerId: 'seller-1',
    paymentId: 'p-1',
    provider: 'sandbox',
    transactionId: 'tx-1',
    amount: cents(500),
    at: now,
  };
  return {
    reaction: refundAtProvider,
    opening: { to: 'refund', id, command: { type: 'OpenRefund', refund: data } },
    event: { type: 'RefundRequested', data, aggregateId: id, position: '1' },
  };
};

const withdrawalOf = (id: string): Request => {
  const data = {
    platformId: 'demo',
    receiverId: 'seller-1',
    amount: cents(5_000),
    fee: cents(150),
    provider: 'sandbox',
    method: 'PIX',
    pixType: 'EMAIL',
    destination: sampleSealed,
    at: now,
  } as const;
  return {
    reaction: payWithdrawal,
    opening: { to: 'withdrawal', id, command: { type: 'OpenWithdrawal', withdrawal: data } },
    event: { type: 'WithdrawalRequested', data, aggregateId: id, position: '1' },
  };
};

const requests = { refund: refundOf, withdrawal: withdrawalOf };

/** One process over the log, whose provider counts what it is asked for. */
const processOver = (store: EventStore, asked: string[]) => {
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods({ handler, store });
  const dispatch = createDispatcher({ handler, accounts, now: () => now });
  const provider: Partial<PaymentProvider> = {
    refund: async ({ refundId }) => {
      asked.push(refundId);
      return { refundId, status: true };
    },
    withdraw: async ({ withdrawReference, amount }) => {
      asked.push(withdrawReference);
      return { withdrawId: withdrawReference, status: 'APPROVED', amount };
    },
  };
  const ports: Ports = { ...portsTo(provider, now), begin: recordCalls(dispatch) };
  const send = (addressed: readonly Addressed[]) =>
    dispatch(
      addressed.map((command) => ({
        command,
        context: {
          commandId: randomUUID(),
          platform: 'demo',
          actor: 'system',
          correlation: command.id,
        },
      })),
    );
  return {
    open: ({ opening }: Request) => send([opening]),
    react: async ({ reaction, event }: Request) => send((await reaction.react(event, ports)) ?? []),
  };
};

type Open = () => Promise<{
  readonly stores: readonly [EventStore, EventStore];
  readonly close: () => Promise<void>;
}>;

const twoOf: Readonly<Record<string, Open>> = {
  memory: async () => {
    const store = createMemoryStore();
    return { stores: [store, store], close: () => store.close() };
  },
  Postgres: async () => {
    const database = await testDatabase();
    const open = () => openPostgresStore({ connectionString: database.url });
    const stores = [await open(), await open()] as const;
    const close = async () => {
      await Promise.all(stores.map((store) => store.close()));
      await database.drop();
    };
    return { stores, close };
  },
  EventStoreDB: async () => {
    const log = createMemoryStore();
    const double = await testEventStoreDb(log);
    const open = () => openEventStoreDb({ connectionString: double.url });
    const stores = [await open(), await open()] as const;
    const close = async () => {
      await Promise.all(stores.map((store) => store.close()));
      await double.stop();
      await log.close();
    };
    return { stores, close };
  },
};

describe('Of two processes with one request', () => {
  for (const [name, open] of Object.entries(twoOf)) {
    describe(`over ${name}`, () => {
      let opened: Awaited<ReturnType<Open>>;

      before(async () => {
        opened = await open();
      });
      after(() => opened.close());

      for (const [kind, requestOf] of Object.entries(requests)) {
        it(`one asks the provider for a ${kind}, and a process that comes later does not`, async () => {
          const asked: string[] = [];
          const [here, there] = [
            processOver(opened.stores[0], asked),
            processOver(opened.stores[1], asked),
          ];
          const all = Array.from({ length: REQUESTS }, () => requestOf(randomUUID()));
          await Promise.all(all.map(here.open));
          await Promise.all(all.flatMap((request) => [here.react(request), there.react(request)]));
          expect(asked.toSorted()).to.deep.equal(
            all.map(({ event }) => event.aggregateId).toSorted(),
          );
          const later = processOver(opened.stores[1], asked);
          await Promise.all(all.map(later.react));
          expect(asked).to.have.length(REQUESTS);
        });
      }
    });
  }
});
