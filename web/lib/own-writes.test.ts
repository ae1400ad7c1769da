import { expect } from 'chai';
import { newestPosition, notePosition } from './own-writes.ts';

const decimal = (ordinal: number): string => String(ordinal).padStart(20, '0');
const elsewhere = (ordinal: number): string => `e:${decimal(ordinal)}:${decimal(ordinal)}`;

describe('The newest position that a page knows', () => {
  it('never goes back, but into another log when that was moved under an open page', () => {
    for (const position of [decimal(7), decimal(3)]) notePosition(position);
    expect(newestPosition()).to.equal(decimal(7));
    for (const position of [elsewhere(5), elsewhere(4)]) notePosition(position);
    expect(newestPosition()).to.equal(elsewhere(5));
    notePosition(decimal(9));
    expect(newestPosition()).to.equal(decimal(9));
  });
});
