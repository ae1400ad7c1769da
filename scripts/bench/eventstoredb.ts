import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, type JSONType } from '@eventstore/db-client';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { makeEvent } from './append-event.ts';
import { appendingTo, drive, type Contender, type Pace } from './append.ts';
import { median, rounded, type Measure } from './measure.ts';

const WRITERS = 64;
const ROUNDS = 5;

const ours = async (connectionString: string): Promise<Contender> =>
  appendingTo(await openEventStoreDb({ connectionString }));

/** As its manual shows it: objects, which it prints itself. */
const bare = async (connectionString: string): Promise<Contender> => {
  const client = EventStoreDBClient.connectionString(connectionString);
  const data: JSONType = JSON.parse(makeEvent().data);
  return {
    append: () => {
      const { stream, id, type, meta } = makeEvent();
      const metadata: JSONType = JSON.parse(meta);
      const event = jsonEvent({ id, type, data, metadata });
      return client.appendToStream(stream, event, { expectedRevision: 'no_stream' });
    },
    close: () => client.dispose(),
  };
};

/** In a process of its own, as a server is. */
const startServer = async () => {
  const script = join(import.meta.dirname, '..', 'eventstoredb-double.ts');
  const child = spawn(process.execPath, [script, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [url] = await once(createInterface(child.stdout), 'line');
  return {
    url: String(url),
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
};

const turn = async (open: (url: string) => Promise<Contender>): Promise<Pace> => {
  const server = await startServer();
  try {
    const contender = await open(server.url);
    const pace = await drive(contender, WRITERS);
    await contender.close();
    return pace;
  } finally {
    await server.stop();
  }
};

/** What containing the traps of the client costs: our adapter against the client as it is, on one server. */
export const benchEventStoreDb = async (): Promise<Measure[]> => {
  const rounds: { readonly adapter: Pace; readonly client: Pace }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await turn(bare);
    rounds.push({ client, adapter: await turn(ours) });
  }
  const middle = (figure: (round: (typeof rounds)[number]) => number): number =>
    rounded(median(rounds.map(figure)), 3);
  const value = middle(({ adapter, client }) => adapter.perSecond / client.perSecond);
  return [
    {
      name: 'append through the EventStoreDB adapter at 64 writers, vs the bare client',
      value,
      unit: '×',
      reach: '≥ 0.85',
      ok: value >= 0.85,
      details: {
        adapterPerSecond: middle(({ adapter }) => adapter.perSecond),
        adapterP99Ms: middle(({ adapter }) => adapter.p99),
        clientPerSecond: middle(({ client }) => client.perSecond),
        clientP99Ms: middle(({ client }) => client.p99),
      },
    },
  ];
};
