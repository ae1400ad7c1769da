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
import { isDatabaseAway } from '#/ledger/database/database-away.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { testEventStoreDb } from '#/scripts/testing/eventstoredb.ts';
import { sampledSize } from '#/scripts/testing/sampled.ts';
import { createMemoryStore } from './memory.ts';
import { FaultyEventStoreDb, printOutcomes } from './testing/faulty-eventstoredb.ts';

after(printOutcomes);

const appendUntilAcknowledged = async (
  store: EventStore,
  stream: string,
  event: NewEvent,
  expected: Expected,
) => {
  for (let retries = 0; ; retries += 1) {
    try {
      return { ...(await store.append(stream, [event], { expected, timeoutMs: 500 })), retries };
    } catch (error) {
      if (!(error instanceof AppendError)) throw error;
      expect(error.failure.kind).to.be.oneOf(['ambiguous', 'unavailable']);
    }
  }
};

const suite = (appends: 'batch' | 'single'): void => {
  let faulty: FaultyEventStoreDb;

  beforeEach(async () => {
    faulty = await FaultyEventStoreDb.open(appends);
  });

  afterEach(() => faulty.close());

  it('fails reads as temporary while the server is down, and answers them once it is back', async () => {
    await faulty.server.stop();
    const reads = [
      faulty.store.head(),
      faulty.store.readStream(newStream()),
      Array.fromAsync(faulty.store.readAll({})),
    ];
    for (const read of reads) expect(await read.catch(isDatabaseAway)).to.equal(true);
    await faulty.start(faulty.server.port);
    expect(await faulty.store.readStream(newStream())).to.deep.equal([]);
    faulty.report('server away while read', 'the read fails as passing; answered once it is back');
  });

  it('fails an append to a frozen server as ambiguous, and a retry writes it once', async () => {
    await faulty.add();
    const [stream, events] = [newStream(), facts(2)];
    faulty.server.faults.freeze();
    const append = (timeoutMs: number) =>
      faulty.store.append(stream, events, { expected: 'no_stream', timeoutMs });
    expect(await failureOf(append(100))).to.deep.equal({ kind: 'ambiguous' });
    faulty.server.faults.thaw();
    expect(await append(2_000)).to.include({ revision: 1 });
    expect(idsOf(await faulty.beneath.readStream(stream))).to.deep.equal(idsOf(events));
    faulty.report('append to a frozen server', 'ambiguous in time; repeated: written once');
  });

  it('fails appends as unavailable while the server is down, and writes them once it is back', async () => {
    await faulty.add();
    await faulty.server.faults.kill();
    const kind = (await failureOf(faulty.add(200))).kind;
    expect(kind).to.be.oneOf(['unavailable', 'ambiguous']);
    expect((await failureOf(faulty.add(200))).kind).to.equal('unavailable');
    await faulty.server.faults.revive();
    await faulty.add();
    expect(await readLog(faulty.beneath)).to.have.length(2);
    faulty.report('append while the server is down', 'unavailable with Retry-After in time; heals');
  });

  it('gives up a search for cut streams when its signal aborts, also while the server is frozen', async () => {
    const { cuts } = faulty.store;
    await cuts?.find(AbortSignal.timeout(5_000));
    faulty.server.faults.freeze();
    const searching = new AbortController();
    const found = cuts?.find(searching.signal);
    searching.abort(new Error('took too long'));
    expect(await found?.catch(String)).to.equal('Error: took too long');
    faulty.server.faults.thaw();
    expect(await cuts?.find(AbortSignal.timeout(5_000))).to.deep.equal([]);
    faulty.report('search for cuts aborted', 'fails at once; the next one answers');
  });

  it('fails an append that the server never answers as ambiguous, and a retry writes nothing twice', async () => {
    await faulty.add();
    const [stream, events] = [newStream(), facts(1)];
    faulty.server.faults.silent = true;
    const append = (timeoutMs: number) =>
      faulty.store.append(stream, events, { expected: 'no_stream', timeoutMs });
    expect(await failureOf(append(100))).to.deep.equal({ kind: 'ambiguous' });
    await eventually(async () => (await readLog(faulty.beneath))[1], 'the append is written');
    faulty.server.faults.silent = false;
    expect((await append(2_000)).revision).to.equal(0);
    expect(idsOf(await faulty.beneath.readStream(stream))).to.deep.equal(idsOf(events));
    faulty.report('server silent', 'ambiguous in time; repeated: written once');
  });

  it('sends pending appends again when the server closes the append stream normally', async () => {
    await faulty.add();
    faulty.server.faults.slowCommitMs = 100;
    const pending = Promise.all(Array.from({ length: 20 }, () => faulty.add()));
    await new Promise((resolve) => setTimeout(resolve, 30));
    faulty.server.faults.halfClose();
    expect(await pending).to.have.length(20);
    await faulty.add();
    expect(await readLog(faulty.beneath)).to.have.length(22);
    faulty.report('half-close with OK', 'all appends settle; the next ones too');
  });

  it('completes pending appends when the server of another client in the process is killed', async () => {
    await faulty.add();
    const elsewhere = createMemoryStore();
    const stopped = await testEventStoreDb(elsewhere);
    faulty.afterwards(() => stopped.stop());
    const other = await faulty.openAt(stopped.url);
    await other.append(newStream(), facts(1), { expected: 'no_stream' });
    faulty.server.faults.slowCommitMs = 100;
    const pending = Promise.all(Array.from({ length: 20 }, () => faulty.add()));
    await new Promise((resolve) => setTimeout(resolve, 30));
    await stopped.faults.kill();
    expect(await pending).to.have.length(20);
    expect(await readLog(faulty.beneath)).to.have.length(21);
    faulty.report(
      "another client's server dies",
      'ours settle all the same; late answers do no harm',
    );
  });

  it('reports the actual revision on conflict even with throwOnAppendFailure=false in the address', async () => {
    const stream = newStream();
    const withFlag = await faulty.openAt(`${faulty.server.url}&throwOnAppendFailure=false`);
    await withFlag.append(stream, facts(10), { expected: 'no_stream' });
    const failure = await failureOf(withFlag.append(stream, facts(1), { expected: 3 }));
    expect(failure).to.deep.equal({ kind: 'wrong-expected', actual: 9 });
    faulty.report(
      'throwOnAppendFailure=false in the address',
      'overruled: the actual revision is right',
    );
  });

  it('keeps numbers that are too large for a JavaScript number', async () => {
    const stream = newStream();
    const event = fact('{"amount":123456789012345678901234567890}');
    await faulty.store.append(stream, [event], { expected: 'no_stream' });
    expect((await faulty.store.readStream(stream))[0]?.data).to.equal(event.data);
    faulty.report('BigInt in data', 'cannot be: the port takes text, kept byte for byte');
  });

  it('follows the redirection to the leader for appends and subscriptions', async () => {
    await faulty.add();
    const leader = await faulty.start();
    faulty.server.faults.notLeader = { host: '127.0.0.1', port: leader.port };
    const moved = await faulty.openAt(faulty.server.url);
    const { signal } = new AbortController();
    await moved.append(newStream(), facts(1), { expected: 'no_stream', timeoutMs: 2_000 });
    await faulty.server.faults.kill();
    const delivered = await follow(moved.subscribe({ signal }), (all) => all.length === 2);
    expect(delivered).to.deep.equal(await readLog(moved));
    faulty.report('NOT_LEADER', 'goes to the leader; appends, reads and subscriptions');
  });

  it('fails a slow commit as ambiguous at the timeout, and retries write it once', async () => {
    await faulty.add();
    faulty.server.faults.slowCommitMs = 150;
    const [stream, event] = [newStream(), fact()];
    const { retries } = await (async () => {
      const slow = faulty.store.append(stream, [event], { expected: 'no_stream', timeoutMs: 50 });
      expect(await failureOf(slow)).to.deep.equal({ kind: 'ambiguous' });
      return appendUntilAcknowledged(faulty.store, stream, event, 'no_stream');
    })();
    expect(retries).to.be.below(3);
    expect(await faulty.beneath.readStream(stream)).to.have.length(1);
    faulty.report('slow commit', 'ambiguous in time; repeated: written once');
  });

  it('appends with single calls, idempotently, to a server without batch appends', async () => {
    faulty.server.faults.batchAppend = false;
    const old = await faulty.openAt(faulty.server.url);
    const [stream, events] = [newStream(), facts(2)];
    const first = await old.append(stream, events, { expected: 'no_stream' });
    const repeated = await old.append(stream, events, { expected: 'no_stream' });
    expect(repeated).to.deep.equal({ ...first, duplicate: true });
    const { signal } = new AbortController();
    const delivered = await follow(old.subscribe({ signal }), (_, caughtUp) => caughtUp === 1);
    expect(idsOf(delivered)).to.deep.equal(idsOf(events));
    faulty.report('BatchAppend withdrawn, as in 20.10', 'appends one by one, idempotent; follows');
  });

  it('completes many large pending appends when the server is killed and started again', async () => {
    const unhandled: unknown[] = [];
    const recordRejection = (reason: unknown): number => unhandled.push(reason);
    process.on('unhandledRejection', recordRejection);
    faulty.afterwards(async () => void process.off('unhandledRejection', recordRejection));
    await faulty.add();
    faulty.server.faults.freeze();
    const count = sampledSize(60);
    const large = { ...fact(`"${'x'.repeat(500_000)}"`), meta: '{"v":1}' };
    const pending = Array.from({ length: count }, (_, index) => {
      // The ids differ in their last two digits.
      const event = { ...large, id: large.id.slice(0, -2) + String(index).padStart(2, '0') };
      const options = { expected: 'no_stream', timeoutMs: 40_000 } as const;
      return faulty.store.append(newStream(), [event], options);
    });
    await eventually(
      async () => (await readLog(faulty.beneath)).length === 1 || undefined,
      'frozen',
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    await faulty.server.faults.kill();
    faulty.server.faults.thaw();
    await faulty.server.faults.revive();
    expect(await Promise.all(pending)).to.have.length(count);
    expect(unhandled).to.deep.equal([]);
    expect(await readLog(faulty.beneath)).to.have.length(count + 1);
    faulty.report(
      'server killed with a full stream of appends',
      'sent again, written once; no stray rejection',
    );
  }).timeout(60_000);

  it('keeps exactly the acknowledged events while the server is killed repeatedly', async () => {
    let kills = 0;
    const enough = (): boolean => kills >= 5;
    const acknowledged = new Set<string>();
    const write = async (): Promise<void> => {
      const stream = newStream();
      for (let expected: Expected = 'no_stream'; !enough();) {
        const event = fact();
        expected = (await appendUntilAcknowledged(faulty.store, stream, event, expected)).revision;
        acknowledged.add(event.id);
      }
    };
    const writers = Array.from({ length: 16 }, write);
    for (let goal = 100; !enough(); goal = acknowledged.size + 100) {
      await eventually(() => acknowledged.size >= goal || undefined, 'the writers go on');
      await faulty.server.faults.kill();
      await faulty.server.faults.revive();
      kills += 1;
    }
    await Promise.all(writers);
    expect(new Set(idsOf(await readLog(faulty.beneath)))).to.deep.equal(acknowledged);
    faulty.report('killed five times under 16 writers', 'all acknowledged kept, nothing twice');
  });
};

for (const appends of ['batch', 'single'] as const) {
  describe(`The EventStoreDB store under faults (${appends} appends)`, () => suite(appends));
}
