import { randomUUID } from 'node:crypto';
import { binaryEvent, StreamDeletedError, StreamNotFoundError } from '@eventstore/db-client';
import { expect } from 'chai';
import type { RunningDouble } from './testing/running-double.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { writeFirstEvents } from './first-events.ts';
import {
  newStreamName,
  collect,
  emptyStores,
  facts,
  failureOf,
  startDouble,
} from './testing/running-double.ts';

const numbers = (events: readonly { readonly data: unknown }[]): unknown[] =>
  events.map(({ data }) => Object(data).n);

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

for (const [name, open] of Object.entries(emptyStores)) {
  describe(`Reading from the EventStoreDB double over ${name}`, () => {
    let running: RunningDouble;
    let drop: () => Promise<void>;
    const stream = newStreamName();
    const LENGTH = 1_203;

    before(async () => {
      const opened = await open();
      drop = opened.drop;
      await writeFirstEvents(opened.store);
      running = await startDouble(opened.store);
      await running.client.appendToStream(stream, facts(LENGTH));
      await running.client.appendToStream(newStreamName(), facts(3, 'other'));
    });

    after(async () => {
      await running.close();
      await drop();
    });

    const read = (options: Parameters<RunningDouble['client']['readStream']>[1] = {}) =>
      collect(running.client.readStream(stream, options));

    it('reads a stream in order, starting with a given revision', async () => {
      expect(numbers(await read())).to.deep.equal(range(0, LENGTH - 1));
      const page = await read({ fromRevision: 7n, maxCount: 3 });
      expect(page.map(({ revision }) => revision)).to.deep.equal([7n, 8n, 9n]);
      expect(await read({ fromRevision: BigInt(LENGTH) })).to.deep.equal([]);
      expect(await read({ fromRevision: 'end' })).to.deep.equal([]);
    });

    it('reads a stream backwards', async () => {
      const backwards = { direction: 'backwards' } as const;
      expect(numbers(await read({ ...backwards, fromRevision: 'end' }))).to.deep.equal(
        range(0, LENGTH - 1).toReversed(),
      );
      expect(numbers(await read({ ...backwards, fromRevision: 9n, maxCount: 2 }))).to.deep.equal([
        9, 8,
      ]);
      expect(numbers(await read({ ...backwards, fromRevision: 'start' }))).to.deep.equal([0]);
      expect(
        numbers(await read({ ...backwards, fromRevision: 99_999n, maxCount: 1 })),
      ).to.deep.equal([LENGTH - 1]);
    });

    it('fails to read an absent stream', async () => {
      const failure = await failureOf(collect(running.client.readStream(newStreamName())));
      expect(failure).to.be.instanceOf(StreamNotFoundError);
    });

    it('gives each event its time and its position in the log', async () => {
      const [event] = await read({ maxCount: 1 });
      expect(Math.abs(Date.now() - Number(event?.created))).to.be.below(60_000);
      const [same] = await collect(
        running.client.readAll({ fromPosition: event?.position ?? 'start', maxCount: 1 }),
      );
      expect(same?.id).to.equal(event?.id);
    });

    it('reads the whole log in order, with system events, starting with a given position', async () => {
      const all = await collect(running.client.readAll());
      const head = await running.store.head();
      expect(all).to.have.length(Number(head));
      expect(all[0]?.type).to.equal('$UserCreated');
      const tenth = all[9];
      const from = await collect(
        running.client.readAll({ fromPosition: tenth?.position ?? 'start' }),
      );
      expect(from.map(({ id }) => id)).to.deep.equal(all.slice(9).map(({ id }) => id));
      expect(await collect(running.client.readAll({ fromPosition: 'end' }))).to.deep.equal([]);
    });

    it('reads the whole log backwards, starting before a given position', async () => {
      const all = await collect(running.client.readAll());
      const ids = all.map(({ id }) => id);
      const backwards = await collect(
        running.client.readAll({ direction: 'backwards', fromPosition: 'end' }),
      );
      expect(backwards.map(({ id }) => id)).to.deep.equal(ids.toReversed());
      const preceding = await collect(
        running.client.readAll({
          direction: 'backwards',
          fromPosition: all[9]?.position ?? 'end',
          maxCount: 4,
        }),
      );
      expect(preceding.map(({ id }) => id)).to.deep.equal(ids.slice(5, 9).toReversed());
      const none = running.client.readAll({ direction: 'backwards', fromPosition: 'start' });
      expect(await collect(none)).to.deep.equal([]);
    });

    it('resolves link events on request', async () => {
      const links = newStreamName();
      const missing = `5@${newStreamName()}`;
      await running.client.appendToStream(links, [
        binaryEvent({ type: '$>', data: Buffer.from(`4@${stream}`) }),
        binaryEvent({ type: '$>', data: Buffer.from(missing) }),
      ]);
      const plain = await collect(running.client.readStream(links));
      expect(plain.map(({ type }) => type)).to.deep.equal(['$>', '$>']);
      const followed: unknown[] = [];
      const resolving = running.client.readStream(links, { resolveLinkTos: true });
      for await (const { event, link } of resolving) {
        followed.push([event?.streamId, event?.revision, link?.revision]);
      }
      expect(followed).to.deep.equal([
        [stream, 4n, 0n],
        [undefined, undefined, 1n],
      ]);
    });
  });
}

describe('Stream metadata and deletion in the EventStoreDB double', () => {
  let running: RunningDouble;

  before(async () => {
    running = await startDouble();
  });

  after(() => running.close());

  const visibleNumbers = async (stream: string) =>
    numbers(await collect(running.client.readStream(stream)));

  it('hides events beyond $maxCount, before $tb or older than $maxAge in the stream, not in $all', async () => {
    const stream = newStreamName();
    await running.client.appendToStream(stream, facts(5));
    await running.client.setStreamMetadata(stream, { maxCount: 2 });
    expect(await visibleNumbers(stream)).to.deep.equal([3, 4]);
    await running.client.setStreamMetadata(stream, { truncateBefore: 4 });
    expect(await visibleNumbers(stream)).to.deep.equal([4]);
    const backwards = running.client.readStream(stream, {
      direction: 'backwards',
      fromRevision: 'end',
    });
    expect(numbers(await collect(backwards))).to.deep.equal([4]);
    await running.client.setStreamMetadata(stream, { maxAge: 1 });
    await eventually(
      async () => (await visibleNumbers(stream)).length === 0 || undefined,
      'all are old',
    );
    await running.client.setStreamMetadata(stream, {});
    expect(await visibleNumbers(stream)).to.deep.equal([0, 1, 2, 3, 4]);
    const all = await collect(running.client.readAll());
    expect(all.filter(({ streamId }) => streamId === stream)).to.have.length(5);
  });

  it('shows only the last event of a metadata stream', async () => {
    const stream = newStreamName();
    for (const maxCount of [1, 2, 3]) await running.client.setStreamMetadata(stream, { maxCount });
    const visible = await collect(running.client.readStream(`$$${stream}`));
    expect(visible.map(({ revision, data }) => [revision, data])).to.deep.equal([
      [2n, { $maxCount: 3 }],
    ]);
    const { metadata } = await running.client.getStreamMetadata(stream);
    expect(metadata).to.deep.equal({ maxCount: 3 });
  });

  it('treats a stream that has only metadata as existing', async () => {
    const stream = newStreamName();
    await running.client.setStreamMetadata(stream, { maxCount: 9 });
    await running.client.appendToStream(stream, facts(1), { expectedRevision: 'stream_exists' });
  });

  it('does not find a deleted stream until an append, which continues its revisions', async () => {
    const stream = newStreamName();
    await running.client.appendToStream(stream, facts(3));
    await running.client.setStreamMetadata(stream, { maxCount: 100 });
    const { position } = await running.client.deleteStream(stream, { expectedRevision: 2n });
    expect(position?.commit).to.equal(BigInt(Number(await running.store.head())));
    const [metadata] = await running.store.readStream(`$$${stream}`, { from: 1 });
    expect(metadata?.data).to.equal('{"$tb":9223372036854775807}');
    expect(await failureOf(visibleNumbers(stream))).to.be.instanceOf(StreamNotFoundError);
    const exists = running.client.appendToStream(stream, facts(1), {
      expectedRevision: 'stream_exists',
    });
    expect(await failureOf(exists)).to.be.instanceOf(StreamDeletedError);

    const afterDeletion = await running.client.appendToStream(stream, facts(2), {
      expectedRevision: 'no_stream',
    });
    expect(afterDeletion.nextExpectedRevision).to.equal(4n);
    expect(await visibleNumbers(stream)).to.deep.equal([0, 1]);
    expect((await running.client.getStreamMetadata(stream)).metadata).to.deep.equal({
      truncateBefore: 3,
    });
  });

  it('restores a deleted stream on an append with expected revision or on new metadata', async () => {
    for (const revive of [
      (stream: string) => running.client.appendToStream(stream, facts(1), { expectedRevision: 1n }),
      (stream: string) => running.client.setStreamMetadata(stream, { maxCount: 5 }),
    ]) {
      const stream = newStreamName();
      await running.client.appendToStream(stream, facts(2));
      await running.client.deleteStream(stream);
      await revive(stream);
      const { metadata } = await running.client.getStreamMetadata(stream);
      expect(metadata).to.include({ truncateBefore: 2 });
    }
  });

  it('rejects the deletion of a stream with a wrong expected revision', async () => {
    const stream = newStreamName();
    await running.client.appendToStream(stream, facts(2));
    for (const remove of [
      () => running.client.deleteStream(stream, { expectedRevision: 0n }),
      () => running.client.tombstoneStream(stream, { expectedRevision: 'no_stream' }),
    ]) {
      expect(await failureOf(remove())).to.include({
        type: 'wrong-expected-version',
        streamName: stream,
        actualVersion: 1n,
      });
    }
    expect(await visibleNumbers(stream)).to.have.length(2);
  });

  it('closes a tombstoned stream for good, and shows the tombstone in $all', async () => {
    const stream = newStreamName();
    await running.client.appendToStream(stream, facts(1));
    await running.client.tombstoneStream(stream, { expectedRevision: 0n });
    expect(await failureOf(visibleNumbers(stream))).to.include({ type: 'stream-deleted' });
    for (const remove of [
      () => running.client.tombstoneStream(stream),
      () => running.client.deleteStream(stream),
    ]) {
      expect(await failureOf(remove())).to.be.instanceOf(StreamDeletedError);
    }
    const all = await collect(running.client.readAll());
    const eventsOfStream = all.filter(({ streamId }) => streamId === stream);
    expect(eventsOfStream.map(({ type, revision }) => [type, revision])).to.deep.equal([
      ['fact-noted', 0n],
      ['$streamDeleted', 9_223_372_036_854_775_807n],
    ]);
  });

  it('tombstones a stream that was never written to', async () => {
    const stream = `never-${randomUUID()}`;
    await running.client.tombstoneStream(stream, { expectedRevision: 'no_stream' });
    expect(await failureOf(visibleNumbers(stream))).to.be.instanceOf(StreamDeletedError);
  });
});
