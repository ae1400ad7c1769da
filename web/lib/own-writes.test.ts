import { expect } from 'chai';
import { newestPosition, notePosition } from './own-writes.ts';

/** Positions in the Postgres log, and in an EventStoreDB. */
const decimal = (ordinal: number): string => String(ordinal).padStart(20, '0');
const inEventStoreDb = (ordinal: number): string => `e:${decimal(ordinal)}:${decimal(ordinal)}`;

describe('Newest position known to the page', () => {
  it('never goes back within a log, but follows when the log is moved while the page is open', () => {
    for (const position of [decimal(7), decimal(3)]) notePosition(position);
    expect(newestPosition()).to.equal(decimal(7));
    for (const position of [inEventStoreDb(5), inEventStoreDb(4)]) notePosition(position);
    expect(newestPosition()).to.equal(inEventStoreDb(5));
    notePosition(decimal(9));
    expect(newestPosition()).to.equal(decimal(9));
  });
});
