import { expect } from 'chai';
import { leafHash, sealedPosition } from '#/ledger/audit/hash.ts';
import type { EventStore, Position, Recorded } from '#/ledger/event-store.ts';
import { LoadFailure, movedOf, type LogLoader } from '#/ledger/log-loader.ts';
import { fact, facts, newStream, readLog } from './samples.ts';

export interface LoaderUnderTest {
  readonly openLoader: () => Promise<LogLoader>;
  readonly openStore: () => Promise<EventStore>;
  readonly dispose: () => Promise<void>;
}

/** JSON that parsing and printing would change, and fields that a store may add itself. */
const ODD = [
  '{"b":1,"a":2.0}',
  '{"v": 1,\n"text":"\\u00e9\\t\\\\"}',
  '{"movedFrom":{"position":"1","recordedAt":"2"},"meta":{}}',
  '"text"',
  '[1,2]',
  'null',
];

/** Two streams whose events alternate, with times and positions of another machine. */
const otherLog = (): readonly Recorded[] => {
  const revisions = new Map<string, number>();
  const [one, other] = [newStream(), newStream()];
  const events = [
    ...ODD.flatMap((odd) => [
      { ...fact(odd), stream: one, meta: odd },
      { ...fact(), stream: other },
    ]),
    ...facts(3).map((event) => ({ ...event, stream: other })),
  ];
  return events.map((event, index) => {
    const revision = revisions.get(event.stream) ?? 0;
    revisions.set(event.stream, revision + 1);
    return {
      ...event,
      revision,
      position: `e:${String(7 * index + 3).padStart(20, '0')}:${'0'.repeat(20)}` as Position,
      recordedAt: new Date(Date.UTC(2025, 1, 3, 4, 5, 6, index)).toISOString(),
    };
  });
};

const withoutPosition = ({ position: _, sealedAs: _first, hash: _hash, ...event }: Recorded) =>
  event;

/** @param open returns what opens loaders and stores of an empty log */
export const logLoaderContract = (name: string, open: () => Promise<LoaderUnderTest>): void => {
  describe(`${name} loading the log of another store`, () => {
    let underTest: LoaderUnderTest;
    beforeEach(async () => {
      underTest = await open();
    });
    afterEach(() => underTest.dispose());

    const load = async (...parts: readonly (readonly Recorded[])[]): Promise<void> => {
      const loader = await underTest.openLoader();
      try {
        for (const events of parts) await loader.load(events.map(movedOf));
      } finally {
        await loader.close();
      }
    };

    const readWith = async <Result>(work: (store: EventStore) => Promise<Result>) => {
      const store = await underTest.openStore();
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    };

    it('keeps order, content, original positions and times of the events, byte for byte', async () => {
      const log = otherLog();
      await load(log.slice(0, 5), log.slice(5));
      const loaded = await readWith((store) => readLog(store));
      expect(loaded.map(withoutPosition)).to.deep.equal(log.map(withoutPosition));
      expect(loaded.map(({ sealedAs }) => sealedAs)).to.deep.equal(
        log.map(({ position }) => position),
      );
      expect(loaded.map((event) => leafHash(event).toString('hex'))).to.deep.equal(
        log.map((event) => leafHash(event).toString('hex')),
      );
      const positions = loaded.map(({ position }) => position);
      expect(positions.toSorted()).to.deep.equal(positions);
      const byStream = await readWith(async (store) => store.readStream(log[0]?.stream ?? ''));
      expect(byStream).to.deep.equal(loaded.filter(({ stream }) => stream === log[0]?.stream));
    });

    it('appends new events after the loaded ones, without an original position', async () => {
      const log = otherLog();
      await load(log);
      await readWith(async (store) => {
        const stream = log[0]?.stream ?? '';
        await store.append(stream, facts(1), { expected: ODD.length - 1 });
        await store.append(newStream(), facts(2), { expected: 'no_stream' });
        const appended = (await readLog(store)).slice(log.length);
        expect(appended).to.have.length(3);
        expect(appended.every((event) => event.sealedAs === undefined)).to.equal(true);
      });
    });

    it('continues after the events that an earlier loader wrote', async () => {
      const log = otherLog();
      await load(log.slice(0, 7));
      await load(log.slice(7));
      const loaded = await readWith((store) => readLog(store));
      expect(loaded.map(withoutPosition)).to.deep.equal(log.map(withoutPosition));
    });

    it('refuses to load a stream that already begins with another event', async () => {
      const log = otherLog();
      const stream = log[0]?.stream ?? '';
      await readWith((store) => store.append(stream, facts(1), { expected: 'no_stream' }));
      const refusal = await load(log).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(LoadFailure);
    });

    it('keeps the first position of events that had been moved before', async () => {
      const log = otherLog();
      const moved = log.map((event, index) => ({
        ...event,
        position: `e:${String(index).padStart(20, '0')}:${'9'.repeat(20)}` as Position,
        sealedAs: event.position,
      }));
      await load(moved);
      const loaded = await readWith((store) => readLog(store));
      expect(loaded.map(sealedPosition)).to.deep.equal(log.map(({ position }) => position));
    });
  });
};
