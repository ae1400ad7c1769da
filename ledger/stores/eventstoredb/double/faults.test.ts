import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { EventStoreDBClient } from '@eventstore/db-client';
import { status } from '@grpc/grpc-js';
import { expect } from 'chai';
import type { RunningDouble } from './testing/running-double.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { keep } from './stored-event.ts';
import { startEventStoreDbDouble } from './server.ts';
import {
  newStreamName,
  classic,
  collect,
  facts,
  failureOf,
  startDouble,
} from './testing/running-double.ts';

const stateOf = (promise: Promise<unknown>) => {
  const seen: { state: 'pending' | 'done' | 'failed' } = { state: 'pending' };
  promise.then(
    () => (seen.state = 'done'),
    () => (seen.state = 'failed'),
  );
  return seen;
};

const nothing = new Uint8Array();
const sampleEvent = { type: 'told', isJson: false, data: nothing, metadata: nothing };

describe('Simulated faults of the EventStoreDB double', () => {
  let running: RunningDouble;

  beforeEach(async () => {
    running = await startDouble();
    await running.client.appendToStream('warm-up', facts(1));
  });

  afterEach(() => running.close());

  const untilWritten = (stream: string, length: number) =>
    eventually(async () => {
      const events = await running.store.readStream(stream);
      return events.length === length ? true : undefined;
    }, `${length} events in ${stream}`);

  it('cannot cost the double its port, which lies below the ports of outgoing connections', () => {
    // Linux gives outgoing connections ports from 32768 on, the BSDs and macOS from 49152 on.
    expect(running.double.port).to.be.within(1_024, 32_767);
  });

  it('kill: subscriptions and appends fail, and the stored events are there after a revival', async () => {
    const subscription = running.client.subscribeToAll();
    const failed = failureOf(collect(subscription));
    await once(subscription, 'caughtUp');
    await running.double.faults.kill();
    // The code depends on what the client's gRPC notices first.
    expect(await failed)
      .to.have.property('code')
      .that.is.oneOf([status.CANCELLED, status.UNAVAILABLE]);
    const down = await failureOf(running.client.appendToStream(newStreamName(), facts(1)));
    expect(down).to.include({ code: status.UNAVAILABLE });
    await running.double.faults.revive();
    const stream = newStreamName();
    const afterRevival = await eventually(
      () =>
        running
          .connect()
          .appendToStream(stream, facts(1))
          .catch(() => undefined),
      'an append after the revival',
    );
    expect(afterRevival.position?.commit).to.equal(2n);
  });

  it('freeze: no append or event passes through until it thaws', async () => {
    const stream = newStreamName();
    const subscription = running.client.subscribeToStream('told', { fromRevision: 'end' });
    const received = collect(subscription, 1);
    const seenReceived = stateOf(received);
    await once(subscription, 'caughtUp');
    running.double.faults.freeze();
    await running.store.append('told', [keep('told', { ...sampleEvent, id: randomUUID() })], {
      expected: 'no_stream',
    });
    const append = running.client.appendToStream(stream, facts(1));
    const seen = stateOf(append);
    const late = running.client.appendToStream(newStreamName(), facts(1), {
      ...classic,
      deadline: 300,
    });
    expect(await failureOf(late)).to.include({ type: 'deadline-exceeded' });
    expect([seen.state, seenReceived.state]).to.deep.equal(['pending', 'pending']);
    expect(await running.store.readStream(stream)).to.deep.equal([]);
    running.double.faults.thaw();
    await append;
    await received;
    await subscription.unsubscribe();
  });

  for (const [path, options] of [
    ['batch append', {}],
    ['single append call', { ...classic, deadline: 500 }],
  ] as const) {
    it(`silence: a ${path} is written but not answered`, async () => {
      const stream = newStreamName();
      running.double.faults.silent = true;
      const append = running.client.appendToStream(stream, facts(1), options);
      const seen = stateOf(append);
      await untilWritten(stream, 1);
      expect(seen.state).to.equal('pending');
      running.double.faults.silent = false;
      await running.client.appendToStream(newStreamName(), facts(1));
    });
  }

  it('half-close: the stream of batch appends ends, and its appends stay unanswered', async () => {
    const stream = newStreamName();
    running.double.faults.silent = true;
    const append = running.client.appendToStream(stream, facts(1));
    const seen = stateOf(append);
    await untilWritten(stream, 1);
    running.double.faults.silent = false;
    running.double.faults.halfClose();
    await eventually(() => (running.double.openBatches === 0 ? true : undefined), 'the end of it');
    expect(seen.state).to.equal('pending');
  });

  it('not leader: clients that require the leader are given its address, others are served', async () => {
    running.double.faults.notLeader = { host: '127.0.0.1', port: 1 };
    for (const options of [{}, classic]) {
      const failure = await failureOf(
        running
          .connect()
          .appendToStream(newStreamName(), facts(1), { requiresLeader: true, ...options }),
      );
      expect(failure).to.include({ type: 'not-leader' });
      expect(failure).to.deep.include({ leader: { address: '127.0.0.1', port: 1 } });
    }
    await running.connect().appendToStream(newStreamName(), facts(1), { requiresLeader: false });
  });

  it('slow commit: an append fails with deadline-exceeded, and is written all the same', async () => {
    const stream = newStreamName();
    running.double.faults.slowCommitMs = 300;
    const failure = await failureOf(
      running.client.appendToStream(stream, facts(1), { deadline: 100 }),
    );
    expect(failure).to.include({ type: 'deadline-exceeded' });
    await untilWritten(stream, 1);
  });

  it('duplicate delivery: subscriptions deliver every event twice, reads once', async () => {
    const stream = newStreamName();
    await running.client.appendToStream(stream, facts(2));
    running.double.faults.duplicateDelivery = true;
    const subscription = running.client.subscribeToStream(stream);
    const events = await collect(subscription, 4);
    expect(events.map(({ revision }) => revision)).to.deep.equal([0n, 0n, 1n, 1n]);
    await subscription.unsubscribe();
    expect(await collect(running.client.readStream(stream))).to.have.length(2);
  });

  it('version 20.10: no batch append, no caught-up message, no positions in stream reads', async () => {
    running.double.faults.batchAppend = false;
    const client = running.connect();
    const stream = newStreamName();
    const appended = await client.appendToStream(stream, facts(2));
    expect(appended.nextExpectedRevision).to.equal(1n);
    expect(running.double.openBatches).to.equal(1);
    for await (const { commitPosition } of client.readStream(stream)) {
      expect(commitPosition).to.equal(undefined);
    }
    const subscription = client.subscribeToAll();
    subscription.on('caughtUp', () => expect.fail('20.10 does not say so'));
    expect(await collect(subscription, 3)).to.have.length(3);
    await subscription.unsubscribe();
  });
});

describe('Connecting to the EventStoreDB double', () => {
  it('works over TLS only with the certificate of this start', async () => {
    const running = await startDouble(undefined, { tls: true });
    try {
      await running.client.appendToStream('sealed', facts(1));
      expect(await collect(running.client.readStream('sealed'))).to.have.length(1);
      const { certificate, url } = running.double;
      expect(await readFile(certificate?.file ?? '', 'utf8')).to.equal(certificate?.pem);
      const distrusting = EventStoreDBClient.connectionString(url.replace(/&tlsCAFile=.*/, ''));
      await failureOf(distrusting.appendToStream('sealed', facts(1)));
      await distrusting.dispose();
    } finally {
      await running.close();
    }
  });

  it('works by gossip, as a cluster of one leader', async () => {
    const running = await startDouble();
    const url = running.double.url.replace('esdb:', 'esdb+discover:');
    const client = EventStoreDBClient.connectionString(url);
    await client.appendToStream('found', facts(1));
    await client.dispose();
    await running.close();
  });

  it('works with the connection string that the command prints', async () => {
    const script = join(import.meta.dirname, '../../../../scripts/commands/eventstoredb-double.ts');
    const command = spawn(process.execPath, [script, '--port', '0'], { stdio: 'pipe' });
    const exited = once(command, 'exit');
    try {
      const [url] = await once(createInterface(command.stdout), 'line');
      const client = EventStoreDBClient.connectionString(String(url));
      const [first] = await collect(client.readAll({ maxCount: 1 }));
      expect(first?.type).to.equal('$UserCreated');
      await client.dispose();
    } finally {
      command.kill('SIGTERM');
    }
    expect(await exited).to.deep.equal([0, null]);
  });

  it('is impossible at a port that is already taken', async () => {
    const running = await startDouble();
    const { store, double } = running;
    const failure = await failureOf(startEventStoreDbDouble({ store, port: double.port }));
    expect(failure).to.include({ code: 'EADDRINUSE' });
    await running.close();
  });

  it('ends open subscriptions as cancelled when the double stops', async () => {
    const running = await startDouble();
    const subscription = running.client.subscribeToAll();
    const failed = failureOf(collect(subscription));
    await once(subscription, 'caughtUp');
    await running.double.stop();
    expect(await failed).to.include({ code: status.CANCELLED });
    await running.close();
  });
});
