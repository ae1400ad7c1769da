import { Duplex } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';
import { within } from '#/ledger/within.ts';

/** gRPC's ABORTED: neither makes the client connect anew, nor says that nothing was written. */
const ABORTED = 10;

const endedEarly = (): Error =>
  Object.assign(new Error('the server ended the stream of appends'), { code: ABORTED });

/**
 * Mends how the client shares one stream among all appends. One that the server ends in peace never
 * settles its appends and takes new ones all the same: it is made to fail. An answer that nobody
 * waits for any more, because another client's stream failed and the table of promises is one for the
 * whole process, throws where only the process would catch it. And a full stream keeps writers in a
 * queue whose failure nobody catches either, so it is never called full; the store bounds its appends.
 */
const mended = (appends: Duplex): void => {
  for (const answer of appends.listeners('data')) {
    appends.removeAllListeners('data');
    appends.on('data', (response: unknown) => {
      try {
        Reflect.apply(answer, appends, [response]);
      } catch {
        // The append was told long ago that its outcome is unknown, and is sent again.
      }
    });
  }
  let isOver = false;
  appends.on('error', () => {
    isOver = true;
  });
  const write = appends.write.bind(appends);
  appends.write = (chunk: unknown) => {
    // For a moment the client still writes to a stream that has failed, where nobody would answer.
    if (isOver) setImmediate(() => appends.emit('error', endedEarly()));
    else write(chunk);
    return true;
  };
  appends.on('end', () => appends.destroy(endedEarly()));
};

/**
 * A client whose traps are contained. Use one a process and cluster: when a server dies, appends of all
 * clients of the process are told so, and are sent again.
 */
export const connect = (
  connectionString: string,
  appends: 'batch' | 'single',
): EventStoreDBClient => {
  const client = EventStoreDBClient.connectionString(
    `${connectionString}${connectionString.includes('?') ? '&' : '?'}throwOnAppendFailure=true`,
  );
  const create = client['GRPCStreamCreator'];
  client['GRPCStreamCreator'] = (service, name, creator, cache) =>
    create(
      service,
      name,
      async (stub) => {
        const stream = await creator(stub);
        if (name === 'appendToStream' && stream instanceof Duplex) mended(stream);
        return stream;
      },
      cache,
    );
  if (appends === 'single') client['supports'] = async () => false;
  return client;
};

const RELEASE_MS = 1_000;

/** Calls that a dead server never ends are left behind. */
export const disconnect = async (client: EventStoreDBClient): Promise<void> => {
  const released = client
    .dispose()
    .then(() => client['getChannel']())
    .then((channel) => channel.close())
    .catch(() => undefined);
  await within(RELEASE_MS, released, () => undefined);
};

/** Once the server has answered at all; until then nothing can have been written. */
export const reached = async (client: EventStoreDBClient): Promise<void> => {
  await client['capabilities'];
};
