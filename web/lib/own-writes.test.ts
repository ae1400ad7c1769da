import { expect } from 'chai';
import { newestPosition, notePosition } from './own-writes.ts';

const decimal = (ordinal: number): string => String(ordinal).padStart(20, '0');
const inMovedLog = (ordinal: number): string => `e:${decimal(ordinal)}:${decimal(ordinal)}`;

describe('Newest position known to the page', () => {
  it('never goes back within a log, but follows when the log is moved while the page is open', () => {
    for (const position of [decimal(7), decimal(3)]) notePosition(position);
    expect(newestPosition()).to.equal(decimal(7));
    for (const position of [inMovedLog(5), inMovedLog(4)]) notePosition(position);
    expect(newestPosition()).to.equal(inMovedLog(5));
    notePosition(decimal(9));
    expect(newestPosition()).to.equal(decimal(9));
  });
});
