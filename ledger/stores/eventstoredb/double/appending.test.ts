import { randomUUID } from 'node:crypto';
import {
  binaryEvent,
  ErrorType,
  jsonEvent,
  MaxAppendSizeExceededError,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { expect } from 'chai';
import type { RunningDouble } from './testing/running-double.ts';
import {
  newStreamName,
  classic,
  collect,
  emptyStores,
  facts,
  failureOf,
  startDouble,
} from './testing/running-double.ts';

for (const [name, open] of Object.entries(emptyStores)) {
  describe(`Appending to the EventStoreDB double over ${name}`, () => {
    let running: RunningDouble;
    let drop: () => Promise<void>;

    before(async () => {
      const opened = await open();
      drop = opened.drop;
      running = await startDouble(opened.store);
    });

    after(async () => {
      await running.close();
      await drop();
    });

    for (const [path, options] of [
      ['With batch appends', {}],
      ['With single append calls', classic],
    ] as const) {
      describe(path, () => {
        it('returns the revision and position of the last event', async () => {
          const stream = newStreamName();
          const first = await running.client.appendToStream(stream, facts(3), {
            expectedRevision: 'no_stream',
            ...options,
          });
          expect(first).to.include({ success: true, nextExpectedRevision: 2n });
          const second = await running.client.appendToStream(stream, facts(1), {
            expectedRevision: 2n,
            ...options,
          });
          expect(second.nextExpectedRevision).to.equal(3n);
          const [last] = await collect(
            running.client.readStream(stream, { direction: 'backwards', fromRevision: 'end' }),
          );
          expect(last?.position).to.deep.equal(second.position);
        });

        it('reports the expected and the actual revision on conflict', async () => {
          const stream = newStreamName();
          const append = (expectedRevision: 'no_stream' | 'stream_exists' | bigint) =>
            failureOf(
              running.client.appendToStream(stream, facts(1), { expectedRevision, ...options }),
            );
          for (const expected of ['stream_exists', 0n] as const) {
            const failure = await append(expected);
            expect(failure).to.be.instanceOf(WrongExpectedVersionError);
            expect(failure).to.include({
              expectedVersion: expected,
              actualVersion: 'no_stream',
              streamName: stream,
            });
          }
          await running.client.appendToStream(stream, facts(2), { ...options });
          for (const expected of ['no_stream', 0n, 2n] as const) {
            expect(await append(expected)).to.include({
              type: ErrorType.WRONG_EXPECTED_VERSION,
              expectedVersion: expected,
              actualVersion: 1n,
            });
          }
          await running.client.appendToStream(stream, facts(1), {
            expectedRevision: 'stream_exists',
            ...options,
          });
        });

        it('returns the first result for a repeated append, and writes nothing', async () => {
          const stream = newStreamName();
          const events = facts(3);
          for (const expectedRevision of ['no_stream', 2n] as const) {
            const batch = expectedRevision === 'no_stream' ? events : facts(2);
            const first = await running.client.appendToStream(stream, batch, {
              expectedRevision,
              ...options,
            });
            const repeated = await running.client.appendToStream(stream, batch, {
              expectedRevision,
              ...options,
            });
            expect(repeated).to.deep.equal(first);
          }
          expect(await collect(running.client.readStream(stream))).to.have.length(5);
        });

        it('recognises a repeated append with expected revision `any`', async () => {
          const stream = newStreamName();
          const events = facts(2);
          await running.client.appendToStream(stream, events, { ...options });
          await running.client.appendToStream(stream, facts(1), { ...options });
          const repeated = await running.client.appendToStream(stream, events, {
            expectedRevision: 'any',
            ...options,
          });
          expect(repeated.nextExpectedRevision).to.equal(1n);
          expect(await collect(running.client.readStream(stream))).to.have.length(3);
        });

        it('rejects an append of a recorded event followed by a new one', async () => {
          const stream = newStreamName();
          const events = facts(2);
          await running.client.appendToStream(stream, events, { ...options });
          const [first] = events;
          if (first === undefined) throw new Error('there are two');
          for (const expectedRevision of ['no_stream', 'any'] as const) {
            const failure = await failureOf(
              running.client.appendToStream(stream, [first, ...facts(1)], {
                expectedRevision,
                ...options,
              }),
            );
            expect(failure).to.be.instanceOf(WrongExpectedVersionError);
          }
        });

        it('rejects an append of more than 1 MiB, and accepts a slightly smaller one', async () => {
          const stream = newStreamName();
          const sized = (bytes: number) =>
            binaryEvent({ type: 'bytes', data: new Uint8Array(bytes) });
          const tooLarge = [sized(600_000), sized(600_000)];
          const failure = await failureOf(
            running.client.appendToStream(stream, tooLarge, { ...options }),
          );
          expect(failure).to.be.instanceOf(MaxAppendSizeExceededError);
          expect(failure).to.include({ maxAppendSize: 1_048_576 });
          await running.client.appendToStream(stream, sized(1_048_000), { ...options });
          const [stored] = await collect(running.client.readStream(stream));
          expect(stored?.data).to.have.length(1_048_000);
        });
      });
    }

    it('keeps binary data, stream names and repeated ids that our own stores do not allow', async () => {
      const stream = `über ${randomUUID()}/$@ ${'long'.repeat(60)}`;
      const id = randomUUID();
      const data = Uint8Array.of(0, 255, 128, 10);
      const metadata = Uint8Array.of(1, 0, 2);
      const event = binaryEvent({ id, type: 'Ünï<code>', data, metadata });
      await running.client.appendToStream(stream, event);
      await running.client.appendToStream(stream, jsonEvent({ id, type: 'twin', data: [] }), {
        expectedRevision: 0n,
      });
      const [first, second] = await collect(running.client.readStream(stream));
      expect(first).to.include({ streamId: stream, id, type: 'Ünï<code>', isJson: false });
      expect(first?.data).to.deep.equal(data);
      expect(first?.metadata).to.deep.equal(metadata);
      expect(second).to.deep.include({ id, type: 'twin', data: [], revision: 1n });
    });

    it('accepts an append of no events, and an append with the same event twice', async () => {
      const stream = newStreamName();
      const nothing = await running.client.appendToStream(stream, [], classic);
      expect(nothing.success).to.equal(true);
      const [event] = facts(1);
      if (event === undefined) throw new Error('there is one');
      const twice = await running.client.appendToStream(stream, [event, event]);
      expect(twice.nextExpectedRevision).to.equal(1n);
      const stored = await collect(running.client.readStream(stream));
      expect(stored.map(({ id }) => id)).to.deep.equal([event.id, event.id]);
    });

    it('writes a plain JSON event unchanged to the store it serves', async () => {
      const stream = newStreamName();
      const event = jsonEvent({ type: 'plain', data: { z: 1, a: 'ç' }, metadata: { v: 1 } });
      await running.client.appendToStream(stream, event);
      const [recorded] = await running.store.readStream(stream);
      expect(recorded).to.include({ id: event.id, data: '{"z":1,"a":"ç"}', meta: '{"v":1}' });
    });

    it('accepts one of twenty concurrent first appends to a stream', async () => {
      const stream = newStreamName();
      const writers = Array.from({ length: 20 }, () =>
        running.client.appendToStream(stream, facts(1), { expectedRevision: 'no_stream' }),
      );
      const outcomes = await Promise.allSettled(writers);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      await Promise.all(writers.map(() => running.client.appendToStream(stream, facts(1)))).catch(
        () => expect.fail('any is never refused'),
      );
    });

    it('assembles an append that the client sends in several parts', async () => {
      const stream = newStreamName();
      await running.client.appendToStream(stream, facts(1_000), { batchAppendSize: 2_000 });
      const stored = await collect(running.client.readStream(stream));
      expect(stored.map(({ data }) => Object(data).n)).to.deep.equal(
        facts(1_000).map(({ data }) => data.n),
      );
    });

    it('rejects every append to a tombstoned stream', async () => {
      const stream = newStreamName();
      await running.client.appendToStream(stream, facts(2));
      await running.client.tombstoneStream(stream);
      for (const options of [{}, classic]) {
        for (const expectedRevision of ['any', 'no_stream', 1n, 2n] as const) {
          const failure = await failureOf(
            running.client.appendToStream(stream, facts(1), { expectedRevision, ...options }),
          );
          expect(failure).to.be.instanceOf(StreamDeletedError);
        }
      }
    });
  });
}
