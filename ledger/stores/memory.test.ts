import { expect } from 'chai';
import { createMemoryCheckpoints } from '#/ledger/checkpoints/checkpoints.ts';
import type { Recorded } from '#/ledger/event-store.ts';
import { fact, newStream } from '#/ledger/contract/samples.ts';
import { eventStoreContract } from '#/ledger/event-store.contract.ts';
import { EventIdTaken } from './append-request.ts';
import { createMemoryStore } from './memory.ts';

eventStoreContract('The memory store', async () => {
  const log: Recorded[] = [];
  const checkpoints = createMemoryCheckpoints();
  const store = createMemoryStore(log, { checkpoints });
  return {
    store,
    reopen: async () => {
      await store.close();
      return createMemoryStore(log, { checkpoints });
    },
    dispose: () => store.close(),
  };
});

describe('The memory store', () => {
  it('rejects an event id that is already recorded, in any stream', async () => {
    const store = createMemoryStore();
    const event = fact();
    const stream = newStream();
    await store.append(stream, [event], { expected: 'no_stream' });
    for (const attempt of [
      store.append(newStream(), [event], { expected: 'no_stream' }),
      store.append(stream, [event], { expected: 0 }),
    ]) {
      expect(await attempt.catch((error: unknown) => error)).to.be.instanceOf(EventIdTaken);
    }
  });
});
