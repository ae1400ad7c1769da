import { EventStoreDBClient } from '@eventstore/db-client';
import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import { fact, newStream } from '#/ledger/contract/samples.ts';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';

describe('Queues of parked work in EventStoreDB', () => {
  it('are found by what parked work holds, if they began before their names were recorded', async () => {
    const server = await testEventStoreDb(createMemoryStore());
    const store = await openEventStoreDb({ connectionString: server.url });
    const { checkpoints } = store;
    const stream = newStream();
    await store.append(stream, [fact()], { expected: 'no_stream' });
    const [event] = await store.readStream(stream);
    if (!event) return expect.fail('nothing was appended');
    const { position, revision } = event;
    const queue = 'commands:account-seller-1';
    const work = { policy: 'book', position, stream, revision };
    await checkpoints.park({ ...work, failure: 'once', since: sampleNow, holds: queue }, event);
    await checkpoints.enqueue(queue, [work], event);
    const client = EventStoreDBClient.connectionString(server.url);
    await client.deleteStream('policies-queues');
    expect(await checkpoints.listQueues()).to.deep.equal([queue]);
    await client.dispose();
    await store.close();
    await server.stop();
  });
});
