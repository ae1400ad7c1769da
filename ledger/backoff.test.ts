import { backOff } from './backoff.ts';

describe('the wait before the next attempt', () => {
  it('ends with the signal', async () => {
    const stopping = new AbortController();
    const waiting = backOff(40, stopping.signal);
    stopping.abort();
    await waiting;
    await backOff(40, stopping.signal);
  });
});
