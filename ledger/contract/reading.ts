import { expect } from 'chai';
import type { Recorded } from '#/ledger/event-store.ts';
import { UnusableStreamName } from '#/ledger/event-store.ts';
import type { CurrentStore } from './samples.ts';
import { fact, facts, failureOf, follow, idsOf, newStream, readLog } from './samples.ts';

const unusableNames: readonly (readonly [string, string])[] = [
  ['a NUL character', 'payment-\0'],
  ['half a surrogate pair', 'payment-\ud800'],
  ['a line break', 'payment-1\n'],
  ['a non-ASCII letter', 'payment-ção'],
  ['no characters', ''],
  ['over 200,000 characters', `payment-${'x'.repeat(200_000)}`],
];

const testReading = (current: CurrentStore): void => {
  it('reads nothing from an absent stream or an empty log', async () => {
    const { store } = current();
    expect(await store.readStream(newStream())).to.deep.equal([]);
    expect(await readLog(store)).to.deep.equal([]);
    expect(await store.head()).to.equal(undefined);
  });

  for (const [what, name] of unusableNames) {
    it(`rejects a stream name with ${what}, without affecting concurrent reads`, async () => {
      const { store } = current();
      const stream = newStream();
      const events = facts(1);
      await store.append(stream, events, { expected: 'no_stream' });
      const reads = Array.from({ length: 20 }, () => store.readStream(stream));
      const refused = await Promise.allSettled([
        store.readStream(name),
        store.readStream(name, { limit: 1 }),
        store.append(name, facts(1), { expected: 'no_stream' }),
      ]);
      expect(refused.map((each) => each.status === 'rejected' && each.reason)).to.satisfy(
        (reasons: readonly unknown[]) =>
          reasons.every((reason) => reason instanceof UnusableStreamName),
      );
      for (const read of await Promise.all(reads)) {
        expect(idsOf(read)).to.deep.equal(idsOf(events));
      }
    });
  }

  it('reads a stream from a revision, up to a limit', async () => {
    const { store } = current();
    const stream = newStream();
    await store.append(stream, facts(5), { expected: 'no_stream' });
    await store.append(newStream(), facts(5), { expected: 'no_stream' });
    const revisions = async (from?: number, limit?: number) => {
      const options = {
        ...(from !== undefined && { from }),
        ...(limit !== undefined && { limit }),
      };
      return (await store.readStream(stream, options)).map(({ revision }) => revision);
    };
    expect(await revisions(3)).to.deep.equal([3, 4]);
    expect(await revisions(1, 2)).to.deep.equal([1, 2]);
    expect(await revisions(undefined, 1)).to.deep.equal([0]);
    expect(await revisions(5)).to.deep.equal([]);
  });

  it('reads the log after a position, up to a limit, in batches of the requested size', async () => {
    const { store } = current();
    const events = facts(10);
    await store.append(newStream(), events, { expected: 'no_stream' });
    const third = (await readLog(store))[2];
    if (third === undefined) throw new Error('no third event');
    const batches: (readonly Recorded[])[] = [];
    for await (const batch of store.readAll({ after: third.position, limit: 5, batchSize: 2 })) {
      batches.push(batch);
    }
    expect(batches.map(({ length }) => length)).to.deep.equal([2, 2, 1]);
    expect(batches.flatMap(idsOf)).to.deep.equal(idsOf(events.slice(3, 8)));
  });

  it('ends a read of the log at the head it had when the read began', async () => {
    const { store } = current();
    await store.append(newStream(), facts(4), { expected: 'no_stream' });
    const read: Recorded[] = [];
    for await (const batch of store.readAll({ batchSize: 1 })) {
      read.push(...batch);
      if (read.length < 8) await store.append(newStream(), facts(1), { expected: 'no_stream' });
    }
    expect(read).to.have.length(4);
  });

  it('fails an aborted read of the log instead of ending it like a complete one', async () => {
    const { store } = current();
    await store.append(newStream(), facts(4), { expected: 'no_stream' });
    const abort = new AbortController();
    const reason = new Error('enough');
    const read: Recorded[] = [];
    const reader = (async () => {
      for await (const batch of store.readAll({ batchSize: 1, signal: abort.signal })) {
        read.push(...batch);
        abort.abort(reason);
      }
    })();
    expect(await reader.catch((error: unknown) => error)).to.equal(reason);
    expect(read).to.have.length(1);
  });
};

const testSubscribing = (current: CurrentStore): void => {
  it('delivers the events after a position, reports that it caught up, then delivers new events', async () => {
    const { store } = current();
    const { signal } = new AbortController();
    const [before, after, later] = [facts(3), facts(3), facts(2)];
    const { position } = await store.append(newStream(), before, { expected: 'no_stream' });
    await store.append(newStream(), after, { expected: 'no_stream' });
    const kinds: string[] = [];
    const delivered: Recorded[] = [];
    for await (const message of store.subscribe({ after: position, signal })) {
      kinds.push(message.kind);
      if (message.kind === 'events') {
        delivered.push(...message.events);
        expect(message.upTo).to.equal(await store.head());
      }
      if (message.kind === 'caught-up') {
        await store.append(newStream(), later, { expected: 'no_stream' });
      }
      if (delivered.length === 5) break;
    }
    expect(kinds).to.deep.equal(['events', 'caught-up', 'events']);
    expect(idsOf(delivered)).to.deep.equal([...idsOf(after), ...idsOf(later)]);
  });

  it('delivers the first event of a log that was empty when it began', async () => {
    const { store } = current();
    const { signal } = new AbortController();
    const events = facts(1);
    let appended = false;
    const delivered = await follow(store.subscribe({ signal }), (all, caughtUp) => {
      if (caughtUp === 1 && !appended) {
        appended = true;
        void store.append(newStream(), events, { expected: 'no_stream' });
      }
      return all.length > 0;
    });
    expect(idsOf(delivered)).to.deep.equal(idsOf(events));
  });

  it('resumes from the last position seen after the store was reopened', async () => {
    const { store, reopen } = current();
    const { signal } = new AbortController();
    await store.append(newStream(), facts(3), { expected: 'no_stream' });
    const first = await follow(store.subscribe({ signal }), (all) => all.length === 3);
    const reopened = await reopen();
    await reopened.append(newStream(), facts(2), { expected: 'no_stream' });
    const after = first.at(-1)?.position;
    const messages = reopened.subscribe({ signal, ...(after !== undefined && { after }) });
    const rest = await follow(messages, (all) => all.length === 2);
    expect([...first, ...rest]).to.deep.equal(await readLog(reopened));
  });

  it('combines events into larger batches for a slow consumer, up to its maximum', async () => {
    const { store } = current();
    const { signal } = new AbortController();
    const sizes: number[] = [];
    for await (const message of store.subscribe({ maximumBatch: 7, signal })) {
      if (message.kind === 'events') sizes.push(message.events.length);
      if (message.kind === 'caught-up') {
        for (let n = 0; n < 3; n += 1) {
          await store.append(newStream(), facts(5), { expected: 'no_stream' });
        }
      }
      if (sizes.reduce((sum, size) => sum + size, 0) === 15) break;
    }
    expect(sizes).to.deep.equal([7, 7, 1]);
  });

  it('ends when aborted, whether it is waiting or delivering', async () => {
    const { store } = current();
    await store.append(newStream(), facts(2), { expected: 'no_stream' });
    const waiting = new AbortController();
    const idle = follow(store.subscribe({ signal: waiting.signal }), (_, caughtUp) => {
      if (caughtUp > 0) setImmediate(() => waiting.abort());
      return false;
    });
    expect(await idle).to.have.length(2);
    const delivering = new AbortController();
    const busy = store.subscribe({ maximumBatch: 1, signal: delivering.signal });
    const delivered = await follow(busy, () => {
      delivering.abort();
      return false;
    });
    expect(delivered).to.have.length(1);
    expect(
      await follow(store.subscribe({ signal: AbortSignal.abort() }), () => false),
    ).to.have.length(0);
  });
};

const testClosing = (current: CurrentStore): void => {
  it('settles every pending append, and keeps all acknowledged events', async () => {
    const { store, reopen } = current();
    const events = Array.from({ length: 200 }, () => fact());
    const appends = events.map((event) =>
      store.append(newStream(), [event], { expected: 'no_stream' }).then(
        () => event.id,
        () => undefined,
      ),
    );
    await store.close();
    const acknowledged = (await Promise.all(appends)).filter((id) => id !== undefined);
    const recorded = new Set(idsOf(await readLog(await reopen())));
    expect(acknowledged.length).to.be.greaterThan(0);
    for (const id of acknowledged) expect(recorded.has(id)).to.equal(true);
  });

  it('makes the store unavailable for appends, and ends its subscriptions', async () => {
    const { store } = current();
    const { signal } = new AbortController();
    const followed = follow(store.subscribe({ signal }), (_, caughtUp) => {
      if (caughtUp === 1) void store.close();
      return false;
    });
    expect(await followed).to.deep.equal([]);
    const failure = await failureOf(store.append(newStream(), facts(1), { expected: 'no_stream' }));
    expect(failure.kind).to.equal('unavailable');
  });
};

export const readingContract = (current: CurrentStore): void => {
  describe('Reading', () => testReading(current));
  describe('Subscribing', () => testSubscribing(current));
  describe('Closing', () => testClosing(current));
};
