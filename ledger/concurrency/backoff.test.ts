import { backOff } from './backoff.ts';

describe('Pause before a retry', () => {
  it('ends when the signal aborts', async () => {
    const stopping = new AbortController();
    const waiting = backOff(40, { signal: stopping.signal });
    stopping.abort();
    await waiting;
    await backOff(40, { signal: stopping.signal });
  });
});
