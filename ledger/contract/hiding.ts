import { expect } from 'chai';
import type { Cut, EventStore } from '#/ledger/event-store.ts';
import type { CurrentStore, Operator } from './samples.ts';
import { RecordCut } from '#/ledger/event-store.ts';
import { fact, facts, newStream, readLog } from './samples.ts';

const howCut = async (work: Promise<unknown>): Promise<string> => {
  const outcome = await work.catch((error: unknown) => error);
  if (outcome instanceof RecordCut) return outcome.message;
  throw new Error('it is not refused as cut', { cause: outcome });
};

const known = ({ cuts }: EventStore): readonly string[] =>
  (cuts?.known() ?? []).map(({ stream }: Cut) => stream);

/** Ways in which an operator of the server may cut a stream of five events, and the reason that readers get. */
const boletos: readonly {
  readonly boleto: string;
  readonly commit: (operator: Operator, stream: string) => Promise<void>;
  readonly how: string;
}[] = [
  {
    boleto: 'whose beginning is truncated',
    commit: (operator, stream) => operator.limit(stream, { $tb: 2 }),
    how: 'the server hides what is before revision 2',
  },
  {
    boleto: 'of which only the last events are kept',
    commit: (operator, stream) => operator.limit(stream, { $maxCount: 1 }),
    how: 'the server hides what is before revision 4',
  },
  {
    boleto: 'of which everything is truncated',
    commit: (operator, stream) => operator.limit(stream, { $tb: 9 }),
    how: 'the server hides all of it',
  },
  {
    boleto: 'that was deleted',
    commit: (operator, stream) => operator.remove(stream),
    how: 'it was deleted',
  },
  {
    boleto: 'that was deleted for good',
    commit: (operator, stream) => operator.removeForGood(stream),
    how: 'it was deleted for good',
  },
];

/** A cut stream gives no state: stores that can hide events refuse to read it, the others have no `cuts`. */
export const hidingContract = (current: CurrentStore): void => {
  for (const { boleto, commit, how } of boletos) {
    it(`takes nothing that is left of a stream ${boleto} for its state`, async () => {
      const { store, operator } = current();
      if (operator === undefined) return void expect(store.cuts).to.equal(undefined);
      const [stream, other] = [newStream(), newStream()];
      await store.append(stream, facts(5), { expected: 'no_stream' });
      await store.append(other, facts(1), { expected: 'no_stream' });
      await commit(operator, stream);
      const sentence = `the record of ${stream} is cut: ${how}`;
      expect(await howCut(store.readStream(stream))).to.equal(sentence);
      expect(await howCut(store.readStream(stream, { from: 0, limit: 2 }))).to.equal(sentence);
      expect(await store.readStream(other)).to.have.length(1);
      expect(known(store)).to.deep.equal([stream]);
      expect(await readLog(store)).to.have.length(6);
    });
  }

  it('lets nobody begin a deleted stream anew', async () => {
    const { store, operator, reopen } = current();
    if (operator === undefined) return void expect(store.cuts).to.equal(undefined);
    const streams = [newStream(), newStream(), newStream()];
    for (const stream of streams) await store.append(stream, facts(3), { expected: 'no_stream' });
    const [deleted = '', truncated = '', gone = ''] = streams;
    await operator.remove(deleted);
    await operator.limit(truncated, { $tb: 9 });
    await operator.removeForGood(gone);
    expect(known(store).toSorted()).to.deep.equal(streams.toSorted());
    const append = (at: EventStore, stream: string, expected: 'no_stream' | number) =>
      howCut(at.append(stream, [fact()], { expected }));
    const refuses = async (at: EventStore): Promise<void> => {
      for (const stream of streams) {
        expect(await append(at, stream, 'no_stream')).to.include(stream);
        expect(await append(at, stream, 2)).to.include(stream);
      }
    };
    await refuses(store);
    // A store that was just opened knows no cuts yet, and asks the server.
    await refuses(await reopen());
    expect(await readLog(await reopen())).to.have.length(9);
  });

  it('goes on with a stream that was made whole again', async () => {
    const { store, operator } = current();
    if (operator === undefined) return void expect(store.cuts).to.equal(undefined);
    const stream = newStream();
    await store.append(stream, facts(3), { expected: 'no_stream' });
    await operator.limit(stream, { $tb: 2 });
    expect(known(store)).to.deep.equal([stream]);
    await operator.limit(stream, {});
    expect(known(store)).to.deep.equal([]);
    await store.append(stream, facts(1), { expected: 2 });
    expect(await store.readStream(stream)).to.have.length(4);
  });

  it('finds all that is cut, however little it has heard of', async () => {
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
