import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { Parked } from '#/ledger/checkpoints/checkpoints.ts';
import { LogRewound, type Position, type SubscriptionMessage } from '#/ledger/event-store.ts';
import { fact, facts, newStream, readLog, type CurrentStore } from './samples.ts';

/** A reader that no other test of the store uses, and for which no start position was set. */
const READER = 'untold';

/** Checkpoints and parked events, which are stored with the log but are not events of it. */
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
  });

  it('knows no position of a reader until one is saved, and keeps it with the log', async () => {
    const { store, reopen } = current();
    const [first] = await positions();
    expect(await store.checkpoints.load(READER)).to.equal(undefined);
    await store.checkpoints.save(READER, '');
    expect(await store.checkpoints.load(READER)).to.equal('');
    await store.checkpoints.save(READER, first);
    const again = await reopen();
    expect(await again.checkpoints.load(READER)).to.equal(first);
  });

  it('never moves a position back, whichever process saves late', async () => {
    const { store, reopen } = current();
    const [first, second] = await positions();
    await store.checkpoints.save(READER, first);
    const again = await reopen();
    await again.checkpoints.save(READER, second);
    await again.checkpoints.save(READER, first);
    await again.checkpoints.save(READER, '');
    expect(await again.checkpoints.load(READER)).to.equal(second);
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
        await checkpoints.save(READER, position, other).catch((error: unknown) => error),
        await checkpoints.park(parked, other).catch((error: unknown) => error),
      ];
      for (const refusal of refusals) expect(refusal).to.be.instanceOf(LogRewound);
    }
    expect(await checkpoints.load(READER)).to.equal(undefined);
    expect(await checkpoints.listParked()).to.deep.equal([]);
    await checkpoints.save(READER, position, read);
    await checkpoints.save(READER, '', read);
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
    const again = (await reopen()).checkpoints;
    expect(await again.listParked()).to.deep.equal([
      parkedAt(first, 'again\twith\na tab'),
      parkedAt(second),
    ]);
    await again.unpark(parkedAt(first));
    expect(await again.listParked()).to.deep.equal([parkedAt(second)]);
    await again.unpark(parkedAt(second));
    expect(await again.listParked()).to.deep.equal([]);
    await again.park(parkedAt(second, 'anew'));
    expect(await again.listParked()).to.deep.equal([parkedAt(second, 'anew')]);
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
