import type { AllStreamSubscription, Filter } from '@eventstore/db-client';
import {
  eventTypeFilter,
  excludeSystemEvents,
  StreamDeletedError,
  streamNameFilter,
} from '@eventstore/db-client';
import { expect } from 'chai';
import type { EventStore } from '#/ledger/event-store.ts';
import type { RunningDouble } from './testing/running-double.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { writeFirstEvents } from './first-events.ts';
import {
  newStreamName,
  collect,
  emptyStores,
  facts,
  failureOf,
  startDouble,
} from './testing/running-double.ts';

describe('The EventStoreDB double over a store that falls behind', () => {
  it('reports only once that a subscription caught up', async () => {
    const store = createMemoryStore();
    const repeatingCaughtUp: EventStore = {
      append: (...append) => store.append(...append),
      readStream: (...read) => store.readStream(...read),
      readAll: (options) => store.readAll(options),
      head: () => store.head(),
      rewinds: () => store.rewinds(),
      lineage: () => store.lineage(),
      checkpoints: store.checkpoints,
      close: () => store.close(),
      async *subscribe(options) {
        for await (const message of store.subscribe(options)) {
          yield message;
          if (message.kind === 'caught-up') yield message;
        }
      },
    };
    const running = await startDouble(repeatingCaughtUp);
    const subscription = running.client.subscribeToAll();
    let caughtUpCount = 0;
    subscription.on('caughtUp', () => (caughtUpCount += 1));
    const first = collect(subscription, 1);
    await eventually(() => (caughtUpCount > 0 ? true : undefined), 'caught up');
    await running.client.appendToStream(newStreamName(), facts(1));
    await first;
    expect(caughtUpCount).to.equal(1);
    await running.close();
  });
});

for (const [name, open] of Object.entries(emptyStores)) {
  describe(`Subscribing to the EventStoreDB double over ${name}`, () => {
    let running: RunningDouble;
    let drop: () => Promise<void>;

    before(async () => {
      const opened = await open();
      drop = opened.drop;
      await writeFirstEvents(opened.store);
      running = await startDouble(opened.store);
    });

    after(async () => {
      await running.close();
      await drop();
    });

    const listen = (from: 'start' | 'end' = 'start', filter?: Filter) => {
      const messages: string[] = [];
      const subscription: AllStreamSubscription = running.client.subscribeToAll({
        fromPosition: from,
        ...(filter === undefined ? {} : { filter }),
      });
      subscription
        .on('confirmation', () => messages.push('confirmation'))
        .on('caughtUp', () => messages.push('caught-up'))
        .on('data', ({ event }) => messages.push(`${event?.type} ${event?.position.commit}`))
        .on('error', (error) => messages.push(error.message));
      return { messages, subscription };
    };

    const untilReceived = (list: readonly string[], what: string) =>
      eventually(() => (list.includes(what) ? true : undefined), what);

    it('confirms, delivers past events, reports once that it caught up, then delivers new events', async () => {
      await running.client.appendToStream(newStreamName(), facts(30));
      const { messages: received, subscription } = listen();
      await untilReceived(received, 'caught-up');
      const { position } = await running.client.appendToStream(
        newStreamName(),
        facts(1, 'live-noted'),
      );
      await untilReceived(received, `live-noted ${position?.commit}`);
      await subscription.unsubscribe();
      const all = await collect(running.client.readAll());
      const upTo = all.filter(({ position: { commit } }) => commit <= (position?.commit ?? 0n));
      const events = upTo.map((event) => `${event.type} ${event.position.commit}`);
      expect(received).to.deep.equal([
        'confirmation',
        ...events.slice(0, -1),
        'caught-up',
        ...events.slice(-1),
      ]);
    });

    it('begins after a given position, or at the end with new events only', async () => {
      const appended = await running.client.appendToStream(newStreamName(), facts(2));
      const from = { commit: (appended.position?.commit ?? 0n) - 1n, prepare: 0n };
      const behind = running.client.subscribeToAll({
        fromPosition: { ...from, prepare: from.commit },
      });
      const [only] = await collect(behind, 1);
      expect(only?.position).to.deep.equal(appended.position);
      await behind.unsubscribe();

      const { messages: received, subscription } = listen('end');
      await untilReceived(received, 'caught-up');
      const { position } = await running.client.appendToStream(newStreamName(), facts(1));
      await untilReceived(received, `fact-noted ${position?.commit}`);
      expect(received).to.deep.equal([
        'confirmation',
        'caught-up',
        `fact-noted ${position?.commit}`,
      ]);
      await subscription.unsubscribe();
    });

    it('filters by prefix and pattern of event types and stream names', async () => {
      const stream = newStreamName();
      await running.client.appendToStream(stream, [...facts(1, 'sieve-a'), ...facts(1, 'sieve-b')]);
      for (const [filter, expected] of [
        [eventTypeFilter({ prefixes: ['nothing', 'sieve-'] }), ['sieve-a', 'sieve-b']],
        [eventTypeFilter({ regex: '^sieve-[b]$' }), ['sieve-b']],
        [streamNameFilter({ prefixes: [stream] }), ['sieve-a', 'sieve-b']],
        [streamNameFilter({ regex: `${stream.slice(5)}$` }), ['sieve-a', 'sieve-b']],
      ] as const) {
        const { messages: received, subscription } = listen('start', filter);
        await untilReceived(received, 'caught-up');
        const types = received.slice(1, -1).map((line) => line.split(' ')[0]);
        expect(types).to.deep.equal(expected);
        await subscription.unsubscribe();
      }
      const { messages: received, subscription } = listen('start', excludeSystemEvents());
      await untilReceived(received, 'caught-up');
      expect(received.filter((line) => line.startsWith('$'))).to.deep.equal([]);
      expect(received.some((line) => line.startsWith('sieve-a '))).to.equal(true);
      await subscription.unsubscribe();
    });

    it('reports checkpoints at the requested interval, and one where catching up ends', async () => {
      await running.client.appendToStream(newStreamName(), facts(40));
      const head = Number(await running.store.head());
      const checkpoints: number[] = [];
      const filter = eventTypeFilter({
        prefixes: ['never-noted'],
        maxSearchWindow: 5,
        checkpointInterval: 2,
        checkpointReached: async (_subscription, { commit }) => {
          checkpoints.push(Number(commit));
        },
      });
      const { messages: received, subscription } = listen('start', filter);
      await untilReceived(received, 'caught-up');
      const tens = Array.from({ length: Math.floor(head / 10) }, (_, n) => 10 * (n + 1));
      expect(checkpoints).to.deep.equal([...new Set([...tens, head])]);
      await running.client.appendToStream(newStreamName(), facts(20));
      await eventually(
        () => (checkpoints.at(-1) ?? 0) > head + 9 || undefined,
        'a live checkpoint',
      );
      expect(checkpoints).to.deep.equal(checkpoints.toSorted((a, b) => a - b));
      expect(received).to.deep.equal(['confirmation', 'caught-up']);
      await subscription.unsubscribe();
    });

    it('follows a stream after a given revision, and a stream that does not exist yet', async () => {
      const stream = newStreamName();
      const early = running.client.subscribeToStream(stream);
      const first = collect(early, 3);
      await running.client.appendToStream(stream, facts(2));
      await running.client.appendToStream(newStreamName(), facts(2));
      await running.client.appendToStream(stream, facts(1));
      expect((await first).map(({ revision }) => revision)).to.deep.equal([0n, 1n, 2n]);
      await early.unsubscribe();
      const late = running.client.subscribeToStream(stream, { fromRevision: 0n });
      const rest = collect(late, 3);
      await running.client.appendToStream(stream, facts(1));
      expect((await rest).map(({ revision }) => revision)).to.deep.equal([1n, 2n, 3n]);
      await late.unsubscribe();
    });

    it('ends with an error at a tombstone', async () => {
      const stream = newStreamName();
      await running.client.appendToStream(stream, facts(1));
      const following = collect(running.client.subscribeToStream(stream));
      const failed = failureOf(following);
      await running.client.tombstoneStream(stream);
      expect(await failed).to.be.instanceOf(StreamDeletedError);
      const later = collect(running.client.subscribeToStream(stream));
      expect(await failureOf(later)).to.be.instanceOf(StreamDeletedError);
    });
  });
}
