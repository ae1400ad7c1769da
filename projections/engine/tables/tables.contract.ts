import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import type { Position } from '#/ledger/event-store.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { defineProjection } from '#/projections/engine/define/define-projection.ts';
import {
  amount,
  boolean,
  day,
  enumText,
  integer,
  json,
  keyed,
  log,
  nullable,
  sums,
  text,
  time,
  type AnyRow,
  type Table,
} from '#/projections/engine/define/table.ts';
import {
  GenerationGone,
  RowsRefused,
  type Build,
  type Tables,
  type GenerationChange,
} from './tables.ts';

export interface TablesUnderTest {
  readonly tables: Tables;
  readonly build: Build;
  /** All rows that queries read, in the order of their keys. */
  readonly all: (name: string, table: Table) => Promise<readonly AnyRow[]>;
  readonly dispose: () => Promise<void>;
}

const notes = keyed({
  name: 'note',
  columns: {
    noteId: text,
    kind: enumText<'GOOD' | 'BAD'>(),
    stars: integer,
    price: amount,
    isOpen: boolean,
    at: time,
    on: day,
    more: json<unknown>(),
    title: nullable(text),
  },
  key: ['noteId'],
});
const lines = log({ name: 'line', columns: { noteId: text, words: text }, key: ['noteId'] });
const counts = sums({
  name: 'counted',
  columns: { kind: text, on: day, notes: integer, price: amount },
  key: ['kind', 'on'],
});

const readModel = (name: string, tables: Readonly<Record<string, Table>>) =>
  defineProjection({ name, version: 1, tables, on: {} });

const FIRST = readModel('first-notes', { notes, lines, counts });
const SECOND = readModel('second-notes', { others: keyed({ ...notes, name: 'other' }) });

const NOTE = {
  noteId: 'n-1',
  kind: 'GOOD',
  stars: -5,
  price: cents(9_007_199_254_740_991),
  isOpen: true,
  at: '2026-11-25T12:30:00.125Z',
  on: '2026-11-25',
  more: { words: ['Olá', '\\', 'tab\tend\n'], of: null },
  title: null,
};

const EVENT = { position: decimalPosition(1), stream: 'note-n-1', revision: 4, id: 'e-1' };

const at = (nth: number): Position => decimalPosition(nth);

export const tablesContract = (name: string, begin: () => Promise<TablesUnderTest>): void => {
  describe(`Tables of read models ${name}`, () => {
    let underTest: TablesUnderTest;
    let tables: Tables;

    beforeEach(async () => {
      underTest = await begin();
      ({ tables } = underTest);
      await underTest.build(createMemoryStore(), [FIRST, SECOND]);
    });
    afterEach(() => underTest.dispose());

    const changeWith = (
      change: Partial<GenerationChange> & Pick<GenerationChange, 'tables'>,
    ): GenerationChange => ({
      name: FIRST.name,
      generation: 1,
      from: '',
      upTo: at(1),
      last: EVENT,
      ...change,
    });
    const rowsWritten = (...rows: readonly AnyRow[]) =>
      changeWith({ tables: [{ table: notes, rows }] });
    const read = (...ids: readonly string[]) =>
      tables.rows(
        { name: FIRST.name, generation: 1 },
        notes,
        ids.map((id) => [id]),
      );
    const generations = async (): Promise<readonly string[]> =>
      (await tables.live([SECOND.name, FIRST.name])).map(
        (each) => `${each.name} ${each.generation} ${each.position} ${each.status} ${each.error}`,
      );
    const failure = (work: Promise<unknown>): Promise<unknown> =>
      work.then(
        () => undefined,
        (error: unknown) => error,
      );
    const next = { from: at(1), upTo: at(2) };

    it('list the live generation of each named read model that exists', async () => {
      expect(await generations()).to.deep.equal([
        'first-notes 1  live null',
        'second-notes 1  live null',
      ]);
      expect(await tables.live(['third-notes'])).to.deep.equal([]);
      expect(await tables.liveSettled([FIRST.name, SECOND.name])).to.deep.equal(
        await tables.live([FIRST.name, SECOND.name]),
      );
    });

    it('give back rows by key as they were written, and none for a key without one', async () => {
      expect(await tables.commit([rowsWritten(NOTE, { ...NOTE, noteId: 'n-2' })])).to.equal(true);
      expect(await read('n-1', 'absent')).to.deep.equal([NOTE]);
      expect(await generations()).to.include(`first-notes 1 ${at(1)} live null`);
    });

    it('replace a keyed row', async () => {
      await tables.commit([rowsWritten(NOTE)]);
      const after = { ...NOTE, title: 'Depois', more: 'plain', isOpen: false };
      await tables.commit([{ ...rowsWritten(after), ...next }]);
      expect(await underTest.all(FIRST.name, notes)).to.deep.equal([after]);
    });

    it('add what a batch sums, by key', async () => {
      const sum = (kind: string, value: number) => ({
        kind,
        on: '2026-11-25',
        notes: value,
        price: value,
      });
      const adding = (...rows: readonly AnyRow[]) =>
        changeWith({ tables: [{ table: counts, rows }] });
      await tables.commit([adding(sum('BAD', 2), sum('GOOD', 7))]);
      await tables.commit([{ ...adding(sum('GOOD', -3)), ...next }]);
      expect(await underTest.all(FIRST.name, counts)).to.deep.equal([
        sum('BAD', 2),
        sum('GOOD', 4),
      ]);
    });

    it('write nothing of a batch when one of its checkpoints stands elsewhere', async () => {
      const others = { ...rowsWritten(NOTE), name: SECOND.name };
      const table = SECOND.tables['others'];
      if (table === undefined) throw new Error('the second read model has a table');
      const second = { ...others, tables: [{ table, rows: [NOTE] }], ...next };
      expect(await tables.commit([rowsWritten(NOTE), second])).to.equal(false);
      expect(await read('n-1')).to.deep.equal([]);
      expect(await tables.commit([rowsWritten(NOTE), { ...second, from: '' }])).to.equal(true);
      expect(await generations()).to.deep.equal([
        `first-notes 1 ${at(1)} live null`,
        `second-notes 1 ${at(2)} live null`,
      ]);
      expect(await underTest.all(SECOND.name, table)).to.deep.equal([NOTE]);
    });

    it('let only one of two writers move a checkpoint', async () => {
      const both = [rowsWritten(NOTE), rowsWritten({ ...NOTE, title: 'other' })];
      const moved = await Promise.all(both.map((each) => tables.commit([each])));
      expect(moved.filter(Boolean)).to.have.length(1);
      expect(await read('n-1')).to.deep.equal([moved[0] ? NOTE : { ...NOTE, title: 'other' }]);
    });

    it('move a checkpoint by a batch that changes no row', async () => {
      expect(await tables.commit([changeWith({ tables: [] })])).to.equal(true);
      expect(await generations()).to.include(`first-notes 1 ${at(1)} live null`);
    });

    for (const [what, rows] of Object.entries<readonly AnyRow[]>({
      'a text with a zero byte': [{ ...NOTE, title: 'nul \0' }],
      'no value where one must be': [{ ...NOTE, at: null }],
      'a value of another type': [{ ...NOTE, price: '12' }],
      'an integer of more than 32 bits': [{ ...NOTE, stars: 2 ** 31 }],
      'a time that is none': [{ ...NOTE, at: 'yesterday evening' }],
      'two rows of one key': [NOTE, { ...NOTE, title: 'again' }],
    })) {
      it(`refuse ${what}, and write nothing of that batch`, async () => {
        const line = { table: lines, rows: [{ noteId: 'n-1', words: 'one' }] };
        const refused = changeWith({ tables: [line, { table: notes, rows }] });
        expect(await failure(tables.commit([refused]))).to.be.instanceOf(RowsRefused);
        expect(await underTest.all(FIRST.name, lines)).to.deep.equal([]);
        expect(await generations()).to.include('first-notes 1  live null');
      });
    }

    it('name the last event that their rows include', async () => {
      const lastOf = async () => (await tables.live([FIRST.name])).map(({ last }) => last);
      expect(await lastOf()).to.deep.equal([null]);
      await tables.commit([rowsWritten(NOTE)]);
      expect(await lastOf()).to.deep.equal([EVENT]);
      await tables.commit([changeWith({ tables: [], last: null, ...next })]);
      expect(await lastOf()).to.deep.equal([EVENT]);
    });

    it('refuse a line of a log that is there already', async () => {
      const line = { table: lines, rows: [{ noteId: 'n-1', words: 'one' }] };
      await tables.commit([changeWith({ tables: [line] })]);
      const repeated = tables.commit([changeWith({ tables: [line], ...next })]);
      expect(await failure(repeated)).to.be.instanceOf(RowsRefused);
      expect(await underTest.all(FIRST.name, lines)).to.have.length(1);
    });

    it('take no events while a read model is degraded, until it is live again', async () => {
      const first = { name: FIRST.name, generation: 1 };
      await tables.markDegraded(first, 'a wrong event');
      expect(await generations()).to.include('first-notes 1  degraded a wrong event');
      expect(await tables.commit([rowsWritten(NOTE)])).to.equal(false);
      await tables.markLive(first);
      expect(await generations()).to.include('first-notes 1  live null');
      expect(await tables.commit([rowsWritten(NOTE)])).to.equal(true);
      await tables.markLive({ name: SECOND.name, generation: 9 });
    });

    it('take no events of a generation after another one of its read model is live', async () => {
      const first = { name: FIRST.name, generation: 1 };
      await tables.commit([rowsWritten(NOTE)]);
      // A build would compare its rows with those of a live generation that is not degraded.
      await tables.markDegraded(first, 'rows of a log that is no more');
      await underTest.build(createMemoryStore(), [FIRST]);
      expect(await generations()).to.include('first-notes 2  live null');
      expect(await underTest.all(FIRST.name, notes)).to.deep.equal([]);
      expect(await tables.commit([{ ...rowsWritten(NOTE), ...next }])).to.equal(false);
      await tables.markDegraded(first, 'too late');
      expect(await generations()).to.include('first-notes 2  live null');
    });

    it('say that a generation is gone when two others were made since', async () => {
      for (let nth = 0; nth < 2; nth += 1) await underTest.build(createMemoryStore(), [FIRST]);
      expect(await failure(tables.commit([rowsWritten(NOTE)]))).to.be.instanceOf(GenerationGone);
      expect(await failure(read('n-1'))).to.be.instanceOf(GenerationGone);
    });

    it('commit by a session as without one, before and after it was closed', async () => {
      const session = tables.session(1_000);
      expect(await session.commit([rowsWritten(NOTE)])).to.equal(true);
      expect(await session.commit([rowsWritten(NOTE)])).to.equal(false);
      session.close();
      expect(
        await session.commit([{ ...rowsWritten({ ...NOTE, noteId: 'n-2' }), ...next }]),
      ).to.equal(true);
      session.close();
      expect(await underTest.all(FIRST.name, notes)).to.have.length(2);
    });
  });
};
