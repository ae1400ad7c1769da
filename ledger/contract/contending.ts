import { expect } from 'chai';
import fc from 'fast-check';
import type { EventStore, NewEvent } from '#/ledger/event-store.ts';
import { sampledRuns, sampledSize } from '#/scripts/testing/sampled.ts';
import type { CurrentStore } from './samples.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { fact, facts, failureOf, follow, idsOf, newStream, readLog } from './samples.ts';

const appendAtEnd = async (
  store: EventStore,
  stream: string,
  events: readonly NewEvent[],
): Promise<void> => {
  let expected = (await store.readStream(stream)).at(-1)?.revision ?? ('no_stream' as const);
  for (;;) {
    try {
      await store.append(stream, events, { expected });
      return;
    } catch (error) {
      if (!(error instanceof AppendError) || error.failure.kind !== 'wrong-expected') throw error;
      expected = error.failure.actual;
    }
  }
};

/**
 * An append to one of three streams. `offset` is added to the right expected revision; `repeat` sends the last accepted append
 * again if that was to the same stream.
 */
const step = fc.record({
  stream: fc.nat({ max: 2 }),
  offset: fc.constantFrom(-2, -1, 0, 0, 0, 0, 1),
  count: fc.integer({ min: 1, max: 3 }),
  repeat: fc.constantFrom(false, false, true),
});

export const contendingContract = (current: CurrentStore): void => {
  it('accepts exactly one of twenty concurrent first appends to a stream', async () => {
    const { store } = current();
    const stream = newStream();
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => {
        const append = store.append(stream, facts(1), { expected: 'no_stream' });
        return append.then(
          () => 'accepted',
          () => failureOf(append),
        );
      }),
    );
    const losers = outcomes.filter((outcome) => outcome !== 'accepted');
    expect(losers).to.have.length(19);
    for (const loser of losers) {
      expect(loser).to.deep.equal({ kind: 'wrong-expected', actual: 0 });
    }
    const next = await failureOf(store.append(stream, facts(1), { expected: 'no_stream' }));
    expect(next).to.deep.equal({ kind: 'wrong-expected', actual: 0 });
    expect(await store.readStream(stream)).to.have.length(1);
  });

  it('lets all twenty concurrent writers of a stream succeed when each retries on conflict', async () => {
    const { store } = current();
    const stream = newStream();
    const sets = Array.from({ length: 20 }, () => facts(2));
    await Promise.all(sets.map((events) => appendAtEnd(store, stream, events)));
    const recorded = await store.readStream(stream);
    expect(idsOf(recorded).toSorted()).to.deep.equal(sets.flatMap(idsOf).toSorted());
  });

  it('accepts successive appends to a stream that are sent without waiting for each other', async () => {
    const { store } = current();
    const stream = newStream();
    const outcomes = await Promise.all(
      (['no_stream', 0, 1, 2, 3] as const).map((expected) =>
        store.append(stream, facts(1), { expected }),
      ),
    );
    expect(outcomes.map(({ revision }) => revision)).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('keeps the events of one append adjacent in the log despite concurrent appends', async () => {
    const { store } = current();
    const appends = Array.from({ length: 30 }, (_, index) => facts(1 + (index % 4)));
    await Promise.all(
      appends.map((events) => store.append(newStream(), events, { expected: 'no_stream' })),
    );
    const log = idsOf(await readLog(store));
    for (const ids of appends.map(idsOf)) {
      const start = log.indexOf(ids[0] ?? '');
      expect(log.slice(start, start + ids.length)).to.deep.equal(ids);
    }
  });

  it('delivers every event of sixty-four concurrent writers to a subscriber, in log order', async () => {
    const { store } = current();
    const { signal } = new AbortController();
    const written = new Set<string>();
    const eventsPerWriter = sampledSize(20);
    const write = async (): Promise<void> => {
      const stream = newStream();
      for (let revision = -1; revision < eventsPerWriter - 1; revision += 1) {
        const event = fact('{"amount":9700}');
        written.add(event.id);
        const expected = revision < 0 ? 'no_stream' : revision;
        await store.append(stream, [event], { expected });
      }
    };
    const total = 64 * eventsPerWriter;
    const followed = follow(store.subscribe({ signal }), (all) => all.length >= total);
    await Promise.all(Array.from({ length: 64 }, write));
    const delivered = await followed;
    expect(new Set(idsOf(delivered))).to.deep.equal(written);
    expect(delivered).to.deep.equal(await readLog(store));
  });

  it('accepts and rejects any sequence of appends as a simple in-memory model does', async () => {
    const { store } = current();
    const property = fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const streams = [0, 1, 2].map(() => ({ name: newStream(), ids: [] as string[] }));
      let last: { stream: number; expected: number; events: readonly NewEvent[] } | undefined;
      for (const { stream, offset, count, repeat } of steps) {
        const model = streams[stream] ?? { name: '', ids: [] };
        const repeated = repeat && last?.stream === stream ? last : undefined;
        const expected = repeated?.expected ?? Math.max(-1, model.ids.length - 1 + offset);
        const events = repeated?.events ?? facts(count);
        const append = store.append(model.name, events, {
          expected: expected < 0 ? 'no_stream' : expected,
        });
        const recordedIds = model.ids.slice(expected + 1, expected + 1 + events.length);
        if (expected === model.ids.length - 1) {
          model.ids.push(...idsOf(events));
          expect(await append).to.include({ revision: model.ids.length - 1, duplicate: false });
          last = { stream, expected, events };
        } else if (recordedIds.join() === idsOf(events).join()) {
          expect((await append).duplicate).to.equal(true);
        } else {
          expect((await failureOf(append)).kind).to.equal('wrong-expected');
        }
      }
      for (const { name, ids } of streams) {
        expect(idsOf(await store.readStream(name))).to.deep.equal(ids);
      }
    });
    await fc.assert(property, sampledRuns(40));
  });
};
