import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { EventStoreDBClient, jsonEvent, type JSONType } from '@eventstore/db-client';
import { openEventStoreDb } from '#/ledger/stores/eventstoredb.ts';
import { makeEvent } from './append-event.ts';
import { createAppender, drive, type Contender, type Pace } from './append.ts';
import { median, roundTo, type Measure } from '#/scripts/bench/measure.ts';

const WRITERS = 64;
const ROUNDS = 5;

const READ_EVENTS = 40_000;
const EVENTS_AN_APPEND = 200;

const openOurs = async (connectionString: string): Promise<Contender> =>
  createAppender(await openEventStoreDb({ connectionString }));

/** Appends as the client's manual shows: the client serialises the objects. */
const openBareClient = async (connectionString: string): Promise<Contender> => {
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

const startServer = async () => {
  const script = join(import.meta.dirname, '..', '..', 'commands', 'eventstoredb-double.ts');
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

/** Each contender has its own server, so that none is slowed by another's events. */
const withServer = async <Result>(work: (url: string) => Promise<Result>): Promise<Result> => {
  const server = await startServer();
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
};

const measureAppends = (open: (url: string) => Promise<Contender>): Promise<Pace> =>
  withServer(async (url) => {
    const contender = await open(url);
    const pace = await drive(contender, WRITERS);
    await contender.close();
    return pace;
  });

interface Reads {
  /** Returns the number of events. */
  readonly read: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const openBareReads = async (connectionString: string): Promise<Reads> => {
  const client = EventStoreDBClient.connectionString(connectionString);
  const read = async (): Promise<number> => {
    let count = 0;
    for await (const { event } of client.readAll()) if (event !== undefined) count += 1;
    return count;
  };
  return { read, close: () => client.dispose() };
};

/** Opens the adapter and fills the log, which is not measured. */
const openOurReads = async (connectionString: string): Promise<Reads> => {
  const store = await openEventStoreDb({ connectionString });
  for (let written = 0; written < READ_EVENTS; written += EVENTS_AN_APPEND) {
    const events = Array.from({ length: EVENTS_AN_APPEND }, makeEvent);
    const [{ stream } = makeEvent()] = events;
    await store.append(stream, events, { expected: 'no_stream' });
  }
  const read = async (): Promise<number> => {
    let count = 0;
    for await (const events of store.readAll({})) count += events.length;
    return count;
  };
  return { read, close: () => store.close() };
};

const measureRate = async ({ read }: Reads): Promise<number> => {
  const began = performance.now();
  const count = await read();
  if (count < READ_EVENTS) throw new Error(`only ${count} events were read`);
  return (count * 1_000) / (performance.now() - began);
};

/** Reads the log with the client and with the adapter by turns, after one turn each to warm up. */
const measureReads = (): Promise<readonly { adapter: number; client: number }[]> =>
  withServer(async (url) => {
    const [adapter, client] = [await openOurReads(url), await openBareReads(url)];
    const rounds: { adapter: number; client: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      rounds.push({ client: await measureRate(client), adapter: await measureRate(adapter) });
    }
    await Promise.all([adapter.close(), client.close()]);
    return rounds.slice(1);
  });

const benchReading = async (): Promise<Measure> => {
  const rounds = await measureReads();
  const value = roundTo(median(rounds.map(({ adapter, client }) => adapter / client)), 3);
  return {
    name: 'reading the whole log through the EventStoreDB adapter, vs the bare client',
    value,
    unit: '×',
    threshold: '≥ 0.90',
    ok: value >= 0.9,
    details: {
      adapterEventsPerSecond: roundTo(median(rounds.map(({ adapter }) => adapter)), 3),
      clientEventsPerSecond: roundTo(median(rounds.map(({ client }) => client)), 3),
    },
  };
};

const benchAppending = async (): Promise<Measure> => {
  const rounds: { readonly adapter: Pace; readonly client: Pace }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const client = await measureAppends(openBareClient);
    rounds.push({ client, adapter: await measureAppends(openOurs) });
  }
  const middle = (figure: (round: (typeof rounds)[number]) => number): number =>
    roundTo(median(rounds.map(figure)), 3);
  const value = middle(({ adapter, client }) => adapter.perSecond / client.perSecond);
  return {
    name: 'append through the EventStoreDB adapter at 64 writers, vs the bare client',
    value,
    unit: '×',
    threshold: '≥ 0.85',
    ok: value >= 0.85,
    details: {
      adapterPerSecond: middle(({ adapter }) => adapter.perSecond),
      adapterP99Ms: middle(({ adapter }) => adapter.p99),
      clientPerSecond: middle(({ client }) => client.perSecond),
      clientP99Ms: middle(({ client }) => client.p99),
    },
  };
};

/** Measures what our adapter costs over the plain client. */
export const benchEventStoreDb = async (): Promise<Measure[]> => [
  await benchAppending(),
  await benchReading(),
];
