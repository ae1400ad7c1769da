import { expect } from 'chai';
import { amount, keyed, text } from '#/projections/engine/define/table.ts';
import { KeyedRows } from './working-set.ts';

const table = keyed({ name: 'tally', columns: { id: text, count: amount }, key: ['id'] });

describe('KeyedRows', () => {
  it('rejects reads and writes of a row that the projection did not name before', () => {
    const rows = new KeyedRows(table);
    expect(() => rows.get('a')).to.throw(/tally a is used but not named/);
    expect(() => rows.put({ id: 'a', count: 1 })).to.throw(/tally a is used but not named/);
    rows.creates('a');
    rows.put({ id: 'a', count: 1 });
    expect(rows.get('a')).to.deep.equal({ id: 'a', count: 1 });
  });

  it('marks a row that was read back from the table as stored, so that it is updated', () => {
    const rows = new KeyedRows(table);
    rows.creates('a');
    rows.put({ id: 'a', count: 1 });
    expect(rows.takeAll()).to.deep.equal([
      { row: { id: 'a', count: 1 }, stored: false, dirty: true },
    ]);
    rows.reads('a');
    expect(rows.missing).to.deep.equal([['a']]);
    rows.supply([{ id: 'a', count: 1 }]);
    rows.put({ id: 'a', count: 2 });
    expect(rows.takeAll()).to.deep.equal([
      { row: { id: 'a', count: 2 }, stored: true, dirty: true },
    ]);
  });

  it('evicts only rows that were not used since it last moved rows to the older ones', () => {
    const rows = new KeyedRows(table);
    const add = (id: string) => {
      rows.creates(id);
      rows.put({ id, count: 1 });
    };
    ['a', 'b'].forEach(add);
    expect(rows.evict(4)).to.deep.equal([]);
    rows.takeChanged();
    rows.reads('a');
    add('c');
    const evicted = rows.evict(4).map(({ row }) => row['id']);
    expect(evicted).to.deep.equal(['b']);
    expect(rows.get('a')).to.include({ id: 'a' });
  });
});
