import { expect } from 'chai';
import { backOff } from './backoff.ts';

describe('Pause before a retry', () => {
  const HOUR_MS = 3_600_000;

  it('ends when the signal aborts, and at once when it has aborted', async () => {
    const stopping = new AbortController();
    const options = { signal: stopping.signal, range: { firstMs: HOUR_MS, longestMs: HOUR_MS } };
    const ended: string[] = [];
    const waiting = backOff(0, options).then(() => ended.push('while waiting'));
    await new Promise(setImmediate);
    expect(ended).to.deep.equal([]);
    stopping.abort();
    await waiting;
    await backOff(0, options).then(() => ended.push('before it began'));
    expect(ended).to.deep.equal(['while waiting', 'before it began']);
  });
});
