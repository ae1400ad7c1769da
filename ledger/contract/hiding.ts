import { expect } from 'chai';
import type { Cut, EventStore } from '#/ledger/event-store.ts';
import type { CurrentStore, Operator } from './samples.ts';
import { RecordCut } from '#/ledger/event-store.ts';
import { fact, facts, newStream, readLog } from './samples.ts';

const cutMessageOf = async (work: Promise<unknown>): Promise<string> => {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof RecordCut) return outcome.message;
  throw new Error('it is not refused as cut', { cause: outcome });
};

const knownCuts = ({ cuts }: EventStore): readonly string[] =>
  (cuts?.list() ?? []).map(({ stream }: Cut) => stream);

const waysToCut: readonly {
  readonly state: string;
  readonly cut: (operator: Operator, stream: string) => Promise<void>;
  readonly reason: string;
}[] = [
  {
    state: 'whose beginning is truncated',
    cut: (operator, stream) => operator.limit(stream, { $tb: 2 }),
    reason: 'the server hides what is before revision 2',
  },
  {
    state: 'of which only the last events are kept',
    cut: (operator, stream) => operator.limit(stream, { $maxCount: 1 }),
    reason: 'the server hides what is before revision 4',
  },
  {
    state: 'that is entirely truncated',
    cut: (operator, stream) => operator.limit(stream, { $tb: 9 }),
    reason: 'the server hides all of it',
  },
  {
    state: 'that was deleted',
    cut: (operator, stream) => operator.remove(stream),
    reason: 'it was deleted',
  },
  {
    state: 'that was deleted for good',
    cut: (operator, stream) => operator.removeForGood(stream),
    reason: 'it was deleted for good',
  },
];

/** Stores whose server can hide events refuse to read a cut stream; the other stores have no `cuts`. */
export const hidingContract = (current: CurrentStore): void => {
  for (const { state, cut, reason } of waysToCut) {
    it(`refuses to read a stream ${state}`, async () => {
      const { store, operator } = current();
      if (operator === undefined) return void expect(store.cuts).to.equal(undefined);
      const [stream, other] = [newStream(), newStream()];
      await store.append(stream, facts(5), { expected: 'no_stream' });
      await store.append(other, facts(1), { expected: 'no_stream' });
      await cut(operator, stream);
      const sentence = `the record of ${stream} is cut: ${reason}`;
      expect(await cutMessageOf(store.readStream(stream))).to.equal(sentence);
      expect(await cutMessageOf(store.readStream(stream, { from: 0, limit: 2 }))).to.equal(
        sentence,
      );
      expect(await store.readStream(other)).to.have.length(1);
      expect(knownCuts(store)).to.deep.equal([stream]);
      expect(await readLog(store)).to.have.length(6);
    });
  }

  it('rejects appends to a deleted or truncated stream, also after a reopen', async () => {
    const { store, operator, reopen } = current();
    if (operator === undefined) return void expect(store.cuts).to.equal(undefined);
    const streams = [newStream(), newStream(), newStream()];
    for (const stream of streams) await store.append(stream, facts(3), { expected: 'no_stream' });
    const [deleted = '', truncated = '', tombstoned = ''] = streams;
    await operator.remove(deleted);
    await operator.limit(truncated, { $tb: 9 });
    await operator.removeForGood(tombstoned);
    expect(knownCuts(store).toSorted()).to.deep.equal(streams.toSorted());
    const append = (opened: EventStore, stream: string, expected: 'no_stream' | number) =>
      cutMessageOf(opened.append(stream, [fact()], { expected }));
    const expectRefusals = async (opened: EventStore): Promise<void> => {
      for (const stream of streams) {
        expect(await append(opened, stream, 'no_stream')).to.include(stream);
        expect(await append(opened, stream, 2)).to.include(stream);
      }
    };
    await expectRefusals(store);
    // A store that was just opened must ask the server.
    await expectRefusals(await reopen());
    expect(await readLog(await reopen())).to.have.length(9);
  });

  it('appends to and reads a stream again once its truncation is lifted', async () => {
    const { store, operator } = current();
    if (operator === undefined) return void expect(store.cuts).to.equal(undefined);
    const stream = newStream();
    await store.append(stream, facts(3), { expected: 'no_stream' });
    await operator.limit(stream, { $tb: 2 });
    expect(knownCuts(store)).to.deep.equal([stream]);
    await operator.limit(stream, {});
    expect(knownCuts(store)).to.deep.equal([]);
    await store.append(stream, facts(1), { expected: 2 });
    expect(await store.readStream(stream)).to.have.length(4);
  });

  it('finds a stream with an age limit right after a reopen', async () => {
    const { store, operator, reopen } = current();
    if (operator === undefined) return void expect(store.cuts).to.equal(undefined);
    const streams = [newStream(), newStream()];
    for (const stream of streams) await store.append(stream, facts(1), { expected: 'no_stream' });
    await operator.limit(streams[0] ?? '', { $maxAge: 3_600 });
    const reopened = await reopen();
    const cuts = await reopened.cuts?.find(AbortSignal.timeout(5_000));
    const how = 'the server hides what is older than 3600 seconds ($maxAge)';
    expect(cuts).to.deep.equal([{ stream: streams[0], how }]);
  });
};
