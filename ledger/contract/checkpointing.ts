import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { Parked, Work } from '#/ledger/checkpoints/checkpoints.ts';
import { LogRewound, type Position, type SubscriptionMessage } from '#/ledger/event-store.ts';
import { fact, facts, newStream, readLog, type CurrentStore } from './samples.ts';

/** A reader without a start position. */
const READER = 'untold';

export const checkpointsContract = (current: CurrentStore): void => {
  const positions = async (): Promise<readonly [Position, Position]> => {
    const { store } = current();
    const stream = newStream();
    const first = await store.append(stream, facts(1), { expected: 'no_stream' });
    const second = await store.append(stream, facts(1), { expected: 0 });
    return [first.position, second.position];
  };

  const parkedAt = (position: Position, failure = 'once'): Parked => ({
    policy: 'book-approved-payment',
    position,
    stream: 'payment-1',
    revision: 0,
    failure,
    since: sampleNow,
  });

  const workAt = (position: Position, policy = 'book-approved-payment'): Work => ({
    policy,
    position,
    stream: 'payment-1',
    revision: 0,
  });

  const QUEUE = 'commands:account-seller-1';

  it('has no position of a reader until one is saved, and keeps that with the log', async () => {
    const { store, reopen } = current();
    const [first] = await positions();
    expect(await store.checkpoints.load(READER)).to.equal(undefined);
    await store.checkpoints.save(READER, '');
    expect(await store.checkpoints.load(READER)).to.equal('');
    await store.checkpoints.save(READER, first);
    const reopened = await reopen();
    expect(await reopened.checkpoints.load(READER)).to.equal(first);
  });

  it('never moves a position back, whichever process saves late', async () => {
    const { store, reopen } = current();
    const [first, second] = await positions();
    await store.checkpoints.save(READER, first);
    const reopened = await reopen();
    await reopened.checkpoints.save(READER, second);
    await reopened.checkpoints.save(READER, first);
    await reopened.checkpoints.save(READER, '');
    expect(await reopened.checkpoints.load(READER)).to.equal(second);
  });

  it('refuses to save a position when the one that was saved before it is lost', async () => {
    const { store, reopen } = current();
    const [first, second] = await positions();
    const other = `${READER} of what is lost`;
    const save = (since: Position) =>
      store.checkpoints.save(other, second, { since }).catch((error: unknown) => error);
    expect(await save(first), 'all is lost').to.be.instanceOf(LogRewound);
    await store.checkpoints.save(other, '');
    expect(await save(first), 'the newest is lost').to.be.instanceOf(LogRewound);
    expect(await store.checkpoints.load(other)).to.equal('');
    await store.checkpoints.save(other, first, { since: '' });
    expect(await save(first), 'nothing is lost').to.equal(undefined);
    expect(await (await reopen()).checkpoints.load(other)).to.equal(second);
  });

  it('refuses to save a position, or to park an event, when the log does not have the event', async () => {
    const { store } = current();
    const [position] = await positions();
    const [read] = (await readLog(store)).filter((event) => event.position === position);
    if (!read) throw new Error('not in the log');
    const { checkpoints } = store;
    const { stream, revision } = read;
    const parked = { ...parkedAt(position), stream, revision };
    const others = [
      { ...read, id: randomUUID() },
      { ...read, revision: read.revision + 1 },
      { ...read, stream: newStream() },
    ];
    for (const other of others) {
      const refusals = [
        await checkpoints.save(READER, position, { last: other }).catch((error: unknown) => error),
        await checkpoints.park(parked, other).catch((error: unknown) => error),
        await checkpoints
          .enqueue(QUEUE, [workAt(position)], other)
          .catch((error: unknown) => error),
      ];
      for (const refusal of refusals) expect(refusal).to.be.instanceOf(LogRewound);
    }
    expect(await checkpoints.load(READER)).to.equal(undefined);
    expect(await checkpoints.listParked()).to.deep.equal([]);
    expect(await checkpoints.listQueued(QUEUE, 10)).to.deep.equal([]);
    await checkpoints.save(READER, position, { last: read });
    await checkpoints.save(READER, '', { last: read });
    await checkpoints.park(parked, read);
    expect(await checkpoints.load(READER)).to.equal(position);
    expect(await checkpoints.listParked()).to.deep.equal([parked]);
  });

  it('keeps parked events until they are unparked, in the order of the log', async () => {
    const { store, reopen } = current();
    const [first, second] = await positions();
    const { checkpoints } = store;
    await checkpoints.park(parkedAt(second));
    await checkpoints.park(parkedAt(first));
    await checkpoints.park(parkedAt(first, 'again\twith\na tab'));
    const reopened = (await reopen()).checkpoints;
    expect(await reopened.listParked()).to.deep.equal([
      parkedAt(first, 'again\twith\na tab'),
      parkedAt(second),
    ]);
    await reopened.unpark(parkedAt(first));
    expect(await reopened.listParked()).to.deep.equal([parkedAt(second)]);
    await reopened.unpark(parkedAt(second));
    expect(await reopened.listParked()).to.deep.equal([]);
    await reopened.park(parkedAt(second, 'anew'));
    expect(await reopened.listParked()).to.deep.equal([parkedAt(second, 'anew')]);
  });

  it('keeps the time at which work first failed, however often it fails again', async () => {
    const { store, reopen } = current();
    const [position] = await positions();
    const since = addSeconds(sampleNow, 60);
    await store.checkpoints.park(parkedAt(position));
    await store.checkpoints.park({ ...parkedAt(position, 'again'), since });
    const reopened = (await reopen()).checkpoints;
    expect(await reopened.listParked()).to.deep.equal([parkedAt(position, 'again')]);
    await reopened.unpark(parkedAt(position));
    await reopened.park({ ...parkedAt(position), since });
    expect(await reopened.listParked()).to.deep.equal([{ ...parkedAt(position), since }]);
    await reopened.park(parkedAt(position));
    expect(await reopened.listParked(), 'the clock was ahead').to.deep.equal([parkedAt(position)]);
  });

  it('keeps the parked works of one event apart that failed at several aggregates', async () => {
    const { checkpoints } = current().store;
    const [position] = await positions();
    const one = { ...parkedAt(position), holds: QUEUE };
    const other = { ...parkedAt(position), holds: 'commands:payment-p-1' };
    for (const each of [one, other]) await checkpoints.park(each);
    expect(await checkpoints.listParked()).to.have.deep.members([one, other]);
    await checkpoints.unpark(one);
    expect(await checkpoints.listParked()).to.deep.equal([other]);
  });

  it('keeps waiting work in its order until it is done, each queue for itself', async () => {
    const { store, reopen } = current();
    const [first, second] = await positions();
    const works = [workAt(first), workAt(second), workAt(second, 'carry-out-refund')];
    expect(await store.checkpoints.enqueue('policies:payment-1', [workAt(first)])).to.equal(false);
    await store.checkpoints.park({ ...parkedAt(first), holds: QUEUE });
    expect(await store.checkpoints.enqueue(QUEUE, works.slice(0, 1))).to.equal(true);
    expect(await store.checkpoints.enqueue(QUEUE, works.slice(1))).to.equal(true);
    const { checkpoints } = await reopen();
    expect(await checkpoints.listQueued(QUEUE, 2)).to.deep.equal(works.slice(0, 2));
    expect(await checkpoints.listQueued(QUEUE, Infinity)).to.deep.equal(works);
    expect(await checkpoints.countQueued(QUEUE)).to.equal(3);
    await checkpoints.dequeue(QUEUE, works.slice(0, 2));
    await checkpoints.dequeue(QUEUE, works.slice(0, 2));
    expect(await checkpoints.listQueued(QUEUE, 10)).to.deep.equal(works.slice(2));
    await checkpoints.dequeue(QUEUE, works.slice(2));
    expect(await checkpoints.listQueued(QUEUE, 10)).to.deep.equal([]);
    expect(await checkpoints.countQueued(QUEUE)).to.equal(0);
    expect(await checkpoints.listQueued('policies:payment-1', 10)).to.deep.equal([workAt(first)]);
  });

  it('keeps work once in its queue, however often it is added', async () => {
    const { store, reopen } = current();
    const [first, second] = await positions();
    const works = [workAt(first), workAt(second)];
    await store.checkpoints.enqueue(QUEUE, works);
    await store.checkpoints.park({ ...parkedAt(first), holds: QUEUE });
    expect(await store.checkpoints.enqueue(QUEUE, works)).to.equal(true);
    const { checkpoints } = await reopen();
    const later = workAt(second, 'carry-out-refund');
    await checkpoints.enqueue(QUEUE, [workAt(second), later, later]);
    expect(await checkpoints.listQueued(QUEUE, Infinity)).to.deep.equal([...works, later]);
    expect(await checkpoints.countQueued(QUEUE)).to.equal(3);
    await checkpoints.dequeue(QUEUE, works);
    expect(await checkpoints.listQueued(QUEUE, Infinity)).to.deep.equal([later]);
  });

  it('keeps work once if it is added twice at the same time, and not at all if it is done twice', async () => {
    const { checkpoints } = current().store;
    const [first, second] = await positions();
    const works = [workAt(first), workAt(second)];
    const twice = (write: () => Promise<unknown>) => Promise.all([write(), write()]);
    await twice(() => checkpoints.enqueue(QUEUE, works));
    expect(await checkpoints.listQueued(QUEUE, Infinity)).to.deep.equal(works);
    await twice(() => checkpoints.dequeue(QUEUE, works));
    expect(await checkpoints.countQueued(QUEUE)).to.equal(0);
    await Promise.all(works.toReversed().map((work) => checkpoints.enqueue(QUEUE, [work])));
    expect(await checkpoints.listQueued(QUEUE, Infinity)).to.deep.equal(works);
  });

  it('keeps a queue in the order of the log where earlier work is added later, until it is done', async () => {
    const { store, reopen } = current();
    const [first, second] = await positions();
    const other = workAt(second, 'carry-out-refund');
    const works = [workAt(first), workAt(second), other];
    await store.checkpoints.enqueue(QUEUE, works.slice(1));
    await store.checkpoints.enqueue(QUEUE, works);
    const { checkpoints } = await reopen();
    expect(await checkpoints.listQueued(QUEUE, 2)).to.deep.equal(works.slice(0, 2));
    expect(await checkpoints.countQueued(QUEUE)).to.equal(3);
    await checkpoints.dequeue(QUEUE, works.slice(0, 1));
    expect(await checkpoints.listQueued(QUEUE, Infinity)).to.deep.equal(works.slice(1));
    await checkpoints.enqueue(QUEUE, works.slice(0, 1));
    await checkpoints.dequeue(QUEUE, works.slice(0, 2));
    expect(await checkpoints.listQueued(QUEUE, Infinity)).to.deep.equal([other]);
  });

  it('names the queues that have work, also if nothing holds them', async () => {
    const { store, reopen } = current();
    const [first, second] = await positions();
    const other = 'policies:payment-1';
    expect(await store.checkpoints.listQueues()).to.deep.equal([]);
    await store.checkpoints.enqueue(QUEUE, [workAt(first)]);
    await store.checkpoints.enqueue(QUEUE, [workAt(second)]);
    await store.checkpoints.enqueue(other, [workAt(second)]);
    const { checkpoints } = await reopen();
    expect(await checkpoints.listQueues()).to.have.members([QUEUE, other]);
    await checkpoints.dequeue(QUEUE, [workAt(first), workAt(second)]);
    expect(await checkpoints.listQueues()).to.deep.equal([other]);
    await checkpoints.enqueue(QUEUE, [workAt(second)]);
    expect(await checkpoints.listQueues()).to.have.members([QUEUE, other]);
  });

  it('wakes no reader of the log by what it saves or parks', async () => {
    const { store } = current();
    const [first, second] = await positions();
    const log = await readLog(store);
    const stopping = new AbortController();
    const messages: SubscriptionMessage[] = [];
    const caughtUp = Promise.withResolvers<void>();
    const last = Promise.withResolvers<void>();
    const following = (async () => {
      for await (const message of store.subscribe({ after: second, signal: stopping.signal })) {
        messages.push(message);
        if (message.kind === 'caught-up') caughtUp.resolve();
        if (message.kind === 'events') last.resolve();
      }
    })();
    await caughtUp.promise;
    await store.checkpoints.save(READER, first);
    await store.checkpoints.save(READER, second);
    await store.checkpoints.park(parkedAt(first));
    await store.checkpoints.enqueue(QUEUE, [workAt(first)]);
    await store.checkpoints.dequeue(QUEUE, [workAt(first)]);
    await store.checkpoints.unpark(parkedAt(first));
    expect(await store.head()).to.equal(second);
    expect(await readLog(store)).to.deep.equal(log);
    await store.append(newStream(), [fact()], { expected: 'no_stream' });
    await last.promise;
    stopping.abort();
    await following;
    expect(messages.map(({ kind }) => kind)).to.deep.equal(['caught-up', 'events']);
    expect(store.cuts?.list() ?? []).to.deep.equal([]);
  });
};
