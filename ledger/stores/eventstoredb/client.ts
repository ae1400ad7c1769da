import { Duplex } from 'node:stream';
import { EventStoreDBClient } from '@eventstore/db-client';
import { within } from '#/ledger/concurrency/within.ts';

/** gRPC's ABORTED: the client does not reconnect because of it, and the append counts as possibly written. */
const ABORTED = 10;

const makeEarlyEndError = (): Error =>
  Object.assign(new Error('the server ended the stream of appends'), { code: ABORTED });

/** Works around defects of the client: it misses the end of the stream, and throws an error that no one catches for late responses. */
const patchAppends = (appends: Duplex): void => {
  for (const answer of appends.listeners('data')) {
    appends.removeAllListeners('data');
    appends.on('data', (response: unknown) => {
      try {
        Reflect.apply(answer, appends, [response]);
      } catch {
        // The append has already failed with an unknown outcome, and is sent again.
      }
    });
  }
  let isOver = false;
  appends.on('error', () => {
    isOver = true;
  });
  const write = appends.write.bind(appends);
  appends.write = (chunk: unknown) => {
    // For a moment the client still writes to a stream that has failed, where no response would come.
    if (isOver) setImmediate(() => appends.emit('error', makeEarlyEndError()));
    else write(chunk);
    return true;
  };
  appends.on('end', () => appends.destroy(makeEarlyEndError()));
};

/** Use one client per process: the client library has one table of open appends, so one dead server fails them all. */
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
        if (name === 'appendToStream' && stream instanceof Duplex) patchAppends(stream);
        return stream;
      },
      cache,
    );
  if (appends === 'single') client['supports'] = async () => false;
  return client;
};

const RELEASE_MS = 1_000;

/** Closes the client; calls that a dead server never ends are abandoned. */
export const disconnect = async (client: EventStoreDBClient): Promise<void> => {
  const released = client
    .dispose()
    .then(() => client['getChannel']())
    .then((channel) => channel.close())
    .catch(() => undefined);
  await within(RELEASE_MS, released, () => undefined);
};

/** Resolves once the server has answered its first call; before that, nothing can have been written. */
export const waitUntilReached = async (client: EventStoreDBClient): Promise<void> => {
  await client['capabilities'];
};
