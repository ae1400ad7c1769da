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
import type { Served } from './testing/served.ts';
import {
  aStream,
  classic,
  collect,
  emptyStores,
  facts,
  failureOf,
  serve,
} from './testing/served.ts';

for (const [name, open] of Object.entries(emptyStores)) {
  describe(`appending to the double over ${name}`, () => {
    let served: Served;
    let drop: () => Promise<void>;

    before(async () => {
      const opened = await open();
      drop = opened.drop;
      served = await serve(opened.store);
    });

    after(async () => {
      await served.close();
      await drop();
    });

    for (const [path, how] of [
      ['in the stream of appends', {}],
      ['in a call of its own', classic],
    ] as const) {
      describe(path, () => {
        it('answers the revision and position of the last event', async () => {
          const stream = aStream();
          const first = await served.client.appendToStream(stream, facts(3), {
            expectedRevision: 'no_stream',
            ...how,
          });
          expect(first).to.include({ success: true, nextExpectedRevision: 2n });
          const second = await served.client.appendToStream(stream, facts(1), {
            expectedRevision: 2n,
            ...how,
          });
          expect(second.nextExpectedRevision).to.equal(3n);
          const [last] = await collect(
            served.client.readStream(stream, { direction: 'backwards', fromRevision: 'end' }),
          );
          expect(last?.position).to.deep.equal(second.position);
        });

        it('says what was expected and what there is', async () => {
          const stream = aStream();
          const append = (expectedRevision: 'no_stream' | 'stream_exists' | bigint) =>
            failureOf(served.client.appendToStream(stream, facts(1), { expectedRevision, ...how }));
          for (const expected of ['stream_exists', 0n] as const) {
            const failure = await append(expected);
            expect(failure).to.be.instanceOf(WrongExpectedVersionError);
            expect(failure).to.include({
              expectedVersion: expected,
              actualVersion: 'no_stream',
              streamName: stream,
            });
          }
          await served.client.appendToStream(stream, facts(2), { ...how });
          for (const expected of ['no_stream', 0n, 2n] as const) {
            expect(await append(expected)).to.include({
              type: ErrorType.WRONG_EXPECTED_VERSION,
              expectedVersion: expected,
              actualVersion: 1n,
            });
          }
          await served.client.appendToStream(stream, facts(1), {
            expectedRevision: 'stream_exists',
            ...how,
          });
        });

        it('repeats an answer for the same ids and expectation, and writes nothing', async () => {
          const stream = aStream();
          const events = facts(3);
          for (const expectedRevision of ['no_stream', 2n] as const) {
            const more = expectedRevision === 'no_stream' ? events : facts(2);
            const once = await served.client.appendToStream(stream, more, {
              expectedRevision,
              ...how,
            });
            const again = await served.client.appendToStream(stream, more, {
              expectedRevision,
              ...how,
            });
            expect(again).to.deep.equal(once);
          }
          expect(await collect(served.client.readStream(stream))).to.have.length(5);
        });

        it('knows a repetition of `any` while it remembers it', async () => {
          const stream = aStream();
          const events = facts(2);
          await served.client.appendToStream(stream, events, { ...how });
          await served.client.appendToStream(stream, facts(1), { ...how });
          const again = await served.client.appendToStream(stream, events, {
            expectedRevision: 'any',
            ...how,
          });
          expect(again.nextExpectedRevision).to.equal(1n);
          expect(await collect(served.client.readStream(stream))).to.have.length(3);
        });

        it('refuses a repetition of a part with something else behind it', async () => {
          const stream = aStream();
          const events = facts(2);
          await served.client.appendToStream(stream, events, { ...how });
          const [first] = events;
          if (first === undefined) throw new Error('there are two');
          for (const expectedRevision of ['no_stream', 'any'] as const) {
            const failure = await failureOf(
              served.client.appendToStream(stream, [first, ...facts(1)], {
                expectedRevision,
                ...how,
              }),
            );
            expect(failure).to.be.instanceOf(WrongExpectedVersionError);
          }
        });

        it('refuses more than 1 MiB, and takes a little less', async () => {
          const stream = aStream();
          const sized = (bytes: number) =>
            binaryEvent({ type: 'bytes', data: new Uint8Array(bytes) });
          const tooLarge = [sized(600_000), sized(600_000)];
          const failure = await failureOf(
            served.client.appendToStream(stream, tooLarge, { ...how }),
          );
          expect(failure).to.be.instanceOf(MaxAppendSizeExceededError);
          expect(failure).to.include({ maxAppendSize: 1_048_576 });
          await served.client.appendToStream(stream, sized(1_048_000), { ...how });
          const [kept] = await collect(served.client.readStream(stream));
          expect(kept?.data).to.have.length(1_048_000);
        });
      });
    }

    it('keeps bytes, names and ids that our port has no place for', async () => {
      const stream = `über ${randomUUID()}/$@ ${'long'.repeat(60)}`;
      const id = randomUUID();
      const data = Uint8Array.of(0, 255, 128, 10);
      const metadata = Uint8Array.of(1, 0, 2);
      const event = binaryEvent({ id, type: 'Ünï<code>', data, metadata });
      await served.client.appendToStream(stream, event);
      await served.client.appendToStream(stream, jsonEvent({ id, type: 'twin', data: [] }), {
        expectedRevision: 0n,
      });
      const [first, second] = await collect(served.client.readStream(stream));
      expect(first).to.include({ streamId: stream, id, type: 'Ünï<code>', isJson: false });
      expect(first?.data).to.deep.equal(data);
      expect(first?.metadata).to.deep.equal(metadata);
      expect(second).to.deep.include({ id, type: 'twin', data: [], revision: 1n });
    });

    it('takes an append of nothing, and an id twice', async () => {
      const stream = aStream();
      const nothing = await served.client.appendToStream(stream, [], classic);
      expect(nothing.success).to.equal(true);
      const [event] = facts(1);
      if (event === undefined) throw new Error('there is one');
      const twice = await served.client.appendToStream(stream, [event, event]);
      expect(twice.nextExpectedRevision).to.equal(1n);
      const kept = await collect(served.client.readStream(stream));
      expect(kept.map(({ id }) => id)).to.deep.equal([event.id, event.id]);
    });

    it('leaves what our port can keep as it came', async () => {
      const stream = aStream();
      const event = jsonEvent({ type: 'plain', data: { z: 1, a: 'ç' }, metadata: { v: 1 } });
      await served.client.appendToStream(stream, event);
      const [recorded] = await served.store.readStream(stream);
      expect(recorded).to.include({ id: event.id, data: '{"z":1,"a":"ç"}', meta: '{"v":1}' });
    });

    it('lets one of many writers of a revision through', async () => {
      const stream = aStream();
      const writers = Array.from({ length: 20 }, () =>
        served.client.appendToStream(stream, facts(1), { expectedRevision: 'no_stream' }),
      );
      const outcomes = await Promise.allSettled(writers);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).to.have.length(1);
      await Promise.all(writers.map(() => served.client.appendToStream(stream, facts(1)))).catch(
        () => expect.fail('any is never refused'),
      );
    });

    it('assembles an append from its fragments', async () => {
      const stream = aStream();
      await served.client.appendToStream(stream, facts(1_000), { batchAppendSize: 2_000 });
      const kept = await collect(served.client.readStream(stream));
      expect(kept.map(({ data }) => Object(data).n)).to.deep.equal(
        facts(1_000).map(({ data }) => data.n),
      );
    });

    it('undoes nothing of a deleted stream, and never writes behind a tombstone', async () => {
      const stream = aStream();
      await served.client.appendToStream(stream, facts(2));
      await served.client.tombstoneStream(stream);
      for (const how of [{}, classic]) {
        for (const expectedRevision of ['any', 'no_stream', 1n, 2n] as const) {
          const failure = await failureOf(
            served.client.appendToStream(stream, facts(1), { expectedRevision, ...how }),
          );
          expect(failure).to.be.instanceOf(StreamDeletedError);
        }
      }
    });
  });
}
