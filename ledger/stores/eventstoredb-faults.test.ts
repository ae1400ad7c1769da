import { expect } from 'chai';
import type { EventStore, Expected, NewEvent } from '#/ledger/event-store.ts';
import {
  fact,
  facts,
  failureOf,
  follow,
  idsOf,
  newStream,
  readLog,
} from '#/ledger/contract/samples.ts';
import { isDatabaseAway } from '#/ledger/database-away.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testEventStoreDb, type TestEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { openEventStoreDb, type EventStoreDbOptions } from './eventstoredb.ts';
import { createMemoryStore } from './memory.ts';

/** Timeouts short enough for a test. */
const quick = { readTimeoutMs: 1_000, quietMs: 200 };

interface Outcome {
  readonly fault: string;
  readonly store: string;
  readonly outcome: string;
}

const outcomes: Outcome[] = [];

const table = (): string => {
  const rows = [{ fault: 'fault', store: 'store', outcome: 'outcome' }, ...outcomes];
  const width = (of: (row: Outcome) => string) => Math.max(...rows.map((row) => of(row).length));
  const [faults, stores] = [width((row) => row.fault), width((row) => row.store)];
  const lines = rows.map(
    ({ fault, store, outcome }) => `  ${fault.padEnd(faults)}  ${store.padEnd(stores)}  ${outcome}`,
  );
  return `\n${lines.join('\n')}\n\n`;
};

after(() => {
  if (outcomes.length > 0) process.stdout.write(table());
});

/** Retries until the outcome is known, as every caller must. */
const appendForSure = async (
  store: EventStore,
  stream: string,
  event: NewEvent,
  expected: Expected,
) => {
  for (let doubts = 0; ; doubts += 1) {
    try {
      return { ...(await store.append(stream, [event], { expected, timeoutMs: 500 })), doubts };
    } catch (error) {
      if (!(error instanceof AppendError)) throw error;
      expect(error.failure.kind).to.be.oneOf(['ambiguous', 'unavailable']);
    }
  }
};

const suite = (appends: 'batch' | 'single'): void => {
  const name = `eventstoredb, ${appends}`;
  let beneath: EventStore;
  let server: TestEventStoreDb;
  let store: EventStore;
  const others: (() => Promise<void>)[] = [];

  const open = async (url: string, options: Partial<EventStoreDbOptions> = {}) => {
    const how = { connectionString: url, appends, ...quick, ...options };
    const opened = await openEventStoreDb(how);
    others.push(() => opened.close());
    return opened;
  };
  const start = async (port?: number) => {
    const started = await testEventStoreDb(beneath, port);
    others.unshift(() => started.stop());
    return started;
  };
  const add = (timeoutMs = 2_000) =>
    store.append(newStream(), facts(1), { expected: 'no_stream', timeoutMs });

  /** Returns what a subscriber receives when a fault hits the server after the first event. */
  const followThrough = async (fault: () => Promise<void>) => {
    await add();
    const { signal } = new AbortController();
    let befallen: Promise<void> | undefined;
    const delivered = await follow(store.subscribe({ signal }), (all, caughtUp) => {
      if (caughtUp === 1) befallen ??= fault();
      return all.length === 2;
    });
    await befallen;
    expect(idsOf(delivered)).to.deep.equal(idsOf(await readLog(beneath)));
  };

  const tell = (fault: string, outcome: string): void => {
    outcomes.push({ fault, store: name, outcome });
  };

  beforeEach(async () => {
    beneath = createMemoryStore();
    server = await start();
    store = await open(server.url);
  });

  afterEach(async () => {
    server.faults.thaw();
    for (const release of others.splice(0).toReversed()) await release();
    await beneath.close();
  });

  it('goes on following when the server is killed and comes back', async () => {
    await followThrough(async () => {
      await server.faults.kill();
      await server.faults.revive();
      await beneath.append(newStream(), facts(1), { expected: 'no_stream' });
    });
    tell('server killed while subscribed', 'subscribes again; each event once, in order');
  });

  it('goes on following when the server is shut down and another takes its place', async () => {
    await followThrough(async () => {
      await server.stop();
      await start(server.port);
      await beneath.append(newStream(), facts(1), { expected: 'no_stream' });
    });
    tell('graceful shutdown', 'subscribes again; each event once, in order');
  });

  it('goes on following when the server froze', async () => {
    await followThrough(async () => {
      server.faults.freeze();
      await beneath.append(newStream(), facts(1), { expected: 'no_stream' });
      const waited = await store.head().catch((error: unknown) => error);
      expect(waited).to.have.property('name', 'Unanswered');
      server.faults.thaw();
    });
    tell('server frozen while subscribed', 'goes on when it thaws; reads fail in time');
  });

  it('says of reads that nobody answers that they may be answered later', async () => {
    await server.stop();
    const reads = [store.head(), store.readStream(newStream()), Array.fromAsync(store.readAll({}))];
    for (const read of reads) expect(await read.catch(isDatabaseAway)).to.equal(true);
    await start(server.port);
    expect(await store.readStream(newStream())).to.deep.equal([]);
    tell('server away while read', 'the read fails as passing; answered once it is back');
  });

  it('goes on following when the server forgot to tell it', async () => {
    await followThrough(async () => {
      server.faults.silent = true;
      await beneath.append(newStream(), facts(1), { expected: 'no_stream' });
      const waited = await store.head().catch((error: unknown) => error);
      expect(waited).to.have.property('name', 'Unanswered');
      server.faults.silent = false;
    });
    tell('server silent while subscribed', 'looks at the log and subscribes again');
  });

  it('says that an append to a frozen server is in doubt, and its repetition settles it', async () => {
    await add();
    const [stream, events] = [newStream(), facts(2)];
    server.faults.freeze();
    const append = (timeoutMs: number) =>
      store.append(stream, events, { expected: 'no_stream', timeoutMs });
    expect(await failureOf(append(100))).to.deep.equal({ kind: 'ambiguous' });
    server.faults.thaw();
    expect(await append(2_000)).to.include({ revision: 1 });
    expect(idsOf(await beneath.readStream(stream))).to.deep.equal(idsOf(events));
    tell('append to a frozen server', 'ambiguous in time; repeated: written once');
  });

  it('is unavailable while the server is down, and heals when it is back', async () => {
    await add();
    await server.faults.kill();
    const kind = (await failureOf(add(200))).kind;
    expect(kind).to.be.oneOf(['unavailable', 'ambiguous']);
    expect((await failureOf(add(200))).kind).to.equal('unavailable');
    await server.faults.revive();
    await add();
    expect(await readLog(beneath)).to.have.length(2);
    tell('append while the server is down', 'unavailable with Retry-After in time; heals');
  });

  it('does not wait for ever for a silent server, and repeats without writing twice', async () => {
    await add();
    const [stream, events] = [newStream(), facts(1)];
    server.faults.silent = true;
    const append = (timeoutMs: number) =>
      store.append(stream, events, { expected: 'no_stream', timeoutMs });
    expect(await failureOf(append(100))).to.deep.equal({ kind: 'ambiguous' });
    await eventually(async () => (await readLog(beneath))[1], 'the append is written');
    server.faults.silent = false;
    expect((await append(2_000)).revision).to.equal(0);
    expect(idsOf(await beneath.readStream(stream))).to.deep.equal(idsOf(events));
    tell('server silent', 'ambiguous in time; repeated: written once');
  });

  it('sends appends again when the server ends their stream in peace', async () => {
    await add();
    server.faults.slowCommitMs = 100;
    const pending = Promise.all(Array.from({ length: 20 }, () => add()));
    await new Promise((resolve) => setTimeout(resolve, 30));
    server.faults.halfClose();
    expect(await pending).to.have.length(20);
    await add();
    expect(await readLog(beneath)).to.have.length(22);
    tell('half-close with OK', 'all appends settle; the next ones too');
  });

  it('survives the death of a server of another client in the process', async () => {
    await add();
    const elsewhere = createMemoryStore();
    const stopped = await testEventStoreDb(elsewhere);
    others.unshift(() => stopped.stop());
    const other = await open(stopped.url);
    await other.append(newStream(), facts(1), { expected: 'no_stream' });
    server.faults.slowCommitMs = 100;
    const pending = Promise.all(Array.from({ length: 20 }, () => add()));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await stopped.faults.kill();
    expect(await pending).to.have.length(20);
    expect(await readLog(beneath)).to.have.length(21);
    tell("another client's server dies", 'ours settle all the same; late answers do no harm');
  });

  it('tells where a stream is, whatever the address says of failures', async () => {
    const stream = newStream();
    const misled = await open(`${server.url}&throwOnAppendFailure=false`);
    await misled.append(stream, facts(10), { expected: 'no_stream' });
    const failure = await failureOf(misled.append(stream, facts(1), { expected: 3 }));
    expect(failure).to.deep.equal({ kind: 'wrong-expected', actual: 9 });
    tell('throwOnAppendFailure=false in the address', 'overruled: the actual revision is right');
  });

  it('keeps numbers that no JavaScript number holds', async () => {
    const stream = newStream();
    const event = fact('{"amount":123456789012345678901234567890}');
    await store.append(stream, [event], { expected: 'no_stream' });
    expect((await store.readStream(stream))[0]?.data).to.equal(event.data);
    tell('BigInt in data', 'cannot be: the port takes text, kept byte for byte');
  });

  it('goes to the server that leads', async () => {
    await add();
    const leader = await start();
    server.faults.notLeader = { host: '127.0.0.1', port: leader.port };
    const moved = await open(server.url);
    const { signal } = new AbortController();
    await moved.append(newStream(), facts(1), { expected: 'no_stream', timeoutMs: 2_000 });
    await server.faults.kill();
    const delivered = await follow(moved.subscribe({ signal }), (all) => all.length === 2);
    expect(delivered).to.deep.equal(await readLog(moved));
    tell('NOT_LEADER', 'goes to the leader; appends, reads and subscriptions');
  });

  it('waits for a slow commit no longer than it was told', async () => {
    await add();
    server.faults.slowCommitMs = 150;
    const [stream, event] = [newStream(), fact()];
    const { doubts } = await (async () => {
      const slow = store.append(stream, [event], { expected: 'no_stream', timeoutMs: 50 });
      expect(await failureOf(slow)).to.deep.equal({ kind: 'ambiguous' });
      return appendForSure(store, stream, event, 'no_stream');
    })();
    expect(doubts).to.be.below(3);
    expect(await beneath.readStream(stream)).to.have.length(1);
    tell('slow commit', 'ambiguous in time; repeated: written once');
  });

  it('hands on once what is delivered twice', async () => {
    server.faults.duplicateDelivery = true;
    await Promise.all(Array.from({ length: 20 }, () => add()));
    const { signal } = new AbortController();
    const delivered = await follow(store.subscribe({ signal }), (_, caughtUp) => caughtUp === 1);
    expect(delivered).to.deep.equal(await readLog(store));
    tell('duplicate delivery', 'each event once');
  });

  it('appends one by one to a server that takes no batches', async () => {
    server.faults.batchAppend = false;
    const old = await open(server.url);
    const [stream, events] = [newStream(), facts(2)];
    const first = await old.append(stream, events, { expected: 'no_stream' });
    const again = await old.append(stream, events, { expected: 'no_stream' });
    expect(again).to.deep.equal({ ...first, duplicate: true });
    const { signal } = new AbortController();
    const delivered = await follow(old.subscribe({ signal }), (_, caughtUp) => caughtUp === 1);
    expect(idsOf(delivered)).to.deep.equal(idsOf(events));
    tell('BatchAppend withdrawn, as in 20.10', 'appends one by one, idempotent; follows');
  });

  it('survives the death of a server to which much was on its way', async () => {
    const stray: unknown[] = [];
    const listen = (reason: unknown): number => stray.push(reason);
    process.on('unhandledRejection', listen);
    others.unshift(async () => void process.off('unhandledRejection', listen));
    await add();
    server.faults.freeze();
    const large = { ...fact(`"${'x'.repeat(500_000)}"`), meta: '{"v":1}' };
    const pending = Array.from({ length: 60 }, (_, index) => {
      const event = { ...large, id: large.id.slice(0, -2) + String(index).padStart(2, '0') };
      const how = { expected: 'no_stream', timeoutMs: 40_000 } as const;
      return store.append(newStream(), [event], how);
    });
    await eventually(async () => (await readLog(beneath)).length === 1 || undefined, 'frozen');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.faults.kill();
    server.faults.thaw();
    await server.faults.revive();
    expect(await Promise.all(pending)).to.have.length(60);
    expect(stray).to.deep.equal([]);
    expect(await readLog(beneath)).to.have.length(61);
    tell(
      'server killed with a full stream of appends',
      'sent again, written once; no stray rejection',
    );
  }).timeout(60_000);

  it('keeps every promise while the server is killed again and again', async () => {
    let kills = 0;
    const enough = (): boolean => kills >= 5;
    const acknowledged = new Set<string>();
    const write = async (): Promise<void> => {
      const stream = newStream();
      for (let expected: Expected = 'no_stream'; !enough();) {
        const event = fact();
        expected = (await appendForSure(store, stream, event, expected)).revision;
        acknowledged.add(event.id);
      }
    };
    const writers = Array.from({ length: 16 }, write);
    for (let goal = 100; !enough(); goal = acknowledged.size + 100) {
      await eventually(() => acknowledged.size >= goal || undefined, 'the writers go on');
      await server.faults.kill();
      await server.faults.revive();
      kills += 1;
    }
    await Promise.all(writers);
    expect(new Set(idsOf(await readLog(beneath)))).to.deep.equal(acknowledged);
    tell('killed five times under 16 writers', 'all acknowledged kept, nothing twice');
  });
};

for (const appends of ['batch', 'single'] as const) {
  describe(`The EventStoreDB store under faults (${appends} appends)`, () => suite(appends));
}
