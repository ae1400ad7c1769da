import { expect } from 'chai';
import type { EventStore, NewEvent } from '#/ledger/event-store.ts';
import { facts, idsOf, newStream } from '#/ledger/contract/samples.ts';
import { openPostgresStore } from '#/ledger/stores/postgres.ts';
import { testDatabase, type TestDatabase } from '#/scripts/testing/postgres.ts';

describe('Batch of stream reads', () => {
  let database: TestDatabase;
  let store: EventStore;

  beforeEach(async () => {
    database = await testDatabase();
    store = await openPostgresStore({ connectionString: database.url });
  });

  afterEach(async () => {
    await store.close();
    await database.drop();
  });

  const newStreamOf = async (count: number): Promise<readonly [string, readonly NewEvent[]]> => {
    const stream = newStream();
    const events = facts(count);
    if (count > 0) await store.append(stream, events, { expected: 'no_stream' });
    return [stream, events];
  };

  it('gives each read the events of its own stream from its own revision', async () => {
    const lengths = Array.from({ length: 300 }, (_, index) => index % 5);
    const streams = await Promise.all(lengths.map(newStreamOf));
    const requests = streams.flatMap(([stream, events]) =>
      [0, 2, 0].map((from) => ({ stream, from, events })),
    );
    const answers = await Promise.all(
      requests.map(({ stream, from }) => store.readStream(stream, { from })),
    );
    requests.forEach(({ from, events }, index) => {
      expect(idsOf(answers[index] ?? [])).to.deep.equal(idsOf(events.slice(from)));
      expect(answers[index]?.map(({ revision }) => revision)).to.deep.equal(
        events.map((_, revision) => revision).slice(from),
      );
    });
  });

  it('sees events that were appended before the read was requested', async () => {
    const others = await Promise.all(Array.from({ length: 20 }, () => newStreamOf(1)));
    const [stream] = await newStreamOf(0);
    const reads = others.map(([other]) => store.readStream(other));
    await store.append(stream, facts(3), { expected: 'no_stream' });
    const after = await Promise.all([store.readStream(stream), ...reads]);
    expect(after[0]).to.have.length(3);
  });

  it('fails only the one of two hundred reads that the database rejects', async () => {
    const streams = await Promise.all(Array.from({ length: 200 }, () => newStreamOf(1)));
    const outcomes = await Promise.allSettled(
      // A fractional revision makes the database refuse the whole query.
      streams.map(([stream], index) => store.readStream(stream, { from: index === 77 ? 0.5 : 0 })),
    );
    const failed = outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []));
    expect(failed).to.deep.equal([77]);
    outcomes.forEach((outcome, index) => {
      if (outcome.status === 'fulfilled')
        expect(idsOf(outcome.value)).to.deep.equal(idsOf(streams[index]?.[1] ?? []));
    });
  });

  it('fails every read when the store is closed', async () => {
    await store.close();
    const reads = Array.from({ length: 5 }, () => store.readStream(newStream()));
    const outcomes = await Promise.allSettled(reads);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(reads.map(() => 'rejected'));
  });
});
