import { expect } from 'chai';
import type { Caller } from '#/api/auth/caller.ts';
import { serverMessage, type ServerMessage } from '#/api/contract/live.ts';
import type { Position } from '#/ledger/event-store.ts';
import { Connection, type ConnectionOptions, type Snapshot } from './connection.ts';
import { createHub } from './hub.ts';

const position = (ordinal: number): Position => String(ordinal).padStart(20, '0') as Position;

const topic = 'sales:ana';

/** A connection whose snapshots are read once the test resolves `reading`. */
const connected = (options: Partial<ConnectionOptions> = {}) => {
  const hub = createHub();
  const sent: ServerMessage[] = [];
  const reading = Promise.withResolvers<Snapshot>();
  let buffered = 0;
  let clock = 0;
  const connection = new Connection({
    hub,
    topics: { refusal: async () => undefined, snapshot: () => reading.promise },
    findCaller: async () => undefined,
    may: async () => true,
    onFailure: (error) => {
      throw error;
    },
    nowMs: () => (clock += 1_000),
    socket: {
      send: (text) => void sent.push(serverMessage.parse(JSON.parse(text))),
      bufferedAmount: () => buffered,
      close: () => undefined,
    },
    ...options,
  });
  return {
    connection,
    sent,
    reading,
    hub,
    slowDown: () => {
      buffered = 2_000_000;
    },
    commit: (ordinal: number, ...data: readonly unknown[]) =>
      hub.publish(
        data.map((each) => ({ type: 'delta', topic, position: position(ordinal), data: each })),
      ),
    subscribe: (since?: number) =>
      connection.receive(
        JSON.stringify({
          type: 'subscribe',
          topic,
          ...(since !== undefined && { since: position(since) }),
        }),
      ),
  };
};

const reported = (sent: readonly ServerMessage[]) =>
  sent.map((message) => ('data' in message ? [message.type, message.data] : [message.type]));

/** Waits until resolved promises have run. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Live connection', () => {
  it('neither loses nor repeats changes committed while it reads the snapshot', async () => {
    const { subscribe, commit, reading, sent } = connected();
    const subscribing = subscribe();
    await settled();
    commit(1, 'one');
    commit(2, 'two', 'also two');
    commit(3, 'three', 'also three');
    reading.resolve({ position: position(2), data: 'as of two' });
    await subscribing;
    commit(4, 'four');
    expect(reported(sent)).to.deep.equal([
      ['snapshot', 'as of two'],
      ['delta', 'three'],
      ['delta', 'also three'],
      ['delta', 'four'],
    ]);
  });

  it('sends the missed changes instead of a snapshot to a client that names its last position', async () => {
    const { subscribe, commit, sent } = connected();
    commit(1, 'one');
    commit(2, 'two');
    commit(3, 'three');
    await subscribe(2);
    commit(4, 'four');
    expect(reported(sent)).to.deep.equal([
      ['delta', 'three'],
      ['delta', 'four'],
    ]);
  });

  it('sends nothing after it is closed, not even a snapshot that was being read', async () => {
    const { connection, subscribe, commit, reading, sent } = connected();
    const subscribing = subscribe();
    await settled();
    connection.close();
    reading.resolve({ position: position(1), data: 'late' });
    await subscribing;
    commit(2, 'two');
    expect(sent).to.deep.equal([]);
  });

  it('sends a slow client one `resync` instead of the changes', async () => {
    const { subscribe, commit, reading, slowDown, sent } = connected();
    reading.resolve({ position: position(1), data: 'as of one' });
    await subscribe();
    slowDown();
    commit(2, 'two');
    commit(3, 'three');
    expect(reported(sent)).to.deep.equal([['snapshot', 'as of one'], ['resync']]);
  });

  it('sends `service/unavailable` and reports the failure when the snapshot cannot be read', async () => {
    const failures: unknown[] = [];
    const { subscribe, reading, sent } = connected({ onFailure: (error) => failures.push(error) });
    reading.reject(new Error('the database is away'));
    await subscribe();
    expect(sent).to.deep.equal([{ type: 'error', topic, code: 'service/unavailable' }]);
    expect(failures).to.have.lengthOf(1);
  });

  it('rejects a subscription beyond fifty topics', async () => {
    const { connection, reading, sent } = connected();
    reading.resolve({ position: position(1), data: 'as of one' });
    for (let index = 0; index <= 50; index += 1) {
      const each = { type: 'subscribe', topic: `balance:seller-${index}` };
      await connection.receive(JSON.stringify(each));
    }
    expect(sent.filter(({ type }) => type === 'snapshot')).to.have.lengthOf(50);
    expect(sent.at(-1)).to.include({ type: 'error', code: 'rate/limited' });
  });
});

describe('Check of a live connection', () => {
  const ana: Caller = {
    role: 'SELLER',
    sellerId: 'seller-1',
    actor: 'seller:seller-1',
    platformId: 'demo',
    email: 'ana@example.com',
    name: 'Ana',
    lacksSecondFactor: false,
    expiresAt: 1,
  };
  /** A connection on which only Ana may read. */
  const ofAna = (options: Partial<ConnectionOptions> = {}) => {
    const who: { caller: Caller | undefined; asked: number } = { caller: ana, asked: 0 };
    const joined = connected({
      topics: {
        refusal: async (_topic, caller) => (caller ? undefined : 'session/required'),
        snapshot: async () => ({ position: position(1), data: 'as of one' }),
      },
      findCaller: async () => {
        who.asked += 1;
        return who.caller;
      },
      ...options,
    });
    const subscribe = (to: string) =>
      joined.connection.receive(JSON.stringify({ type: 'subscribe', topic: to }));
    const endedTopics = () =>
      joined.sent.flatMap((message) => (message.type === 'error' ? [message.topic] : []));
    return { ...joined, who, subscribe, endedTopics };
  };

  it('ends a subscription with an error when its reader is no longer allowed to see the topic', async () => {
    const { connection, subscribe, who, commit, sent } = ofAna();
    await subscribe(topic);
    await connection.recheck();
    who.caller = undefined;
    await connection.recheck();
    commit(2, 'two');
    expect(reported(sent)).to.deep.equal([['snapshot', 'as of one'], ['error']]);
  });

  it('ends the earlier topics of a reader who subscribes to another one in the moment of the change', async () => {
    const { connection, subscribe, who, endedTopics } = ofAna();
    await subscribe(topic);
    who.caller = { ...ana, name: 'Ana Maria' };
    await subscribe('balance:ana');
    who.caller = undefined;
    await subscribe('balance:ana');
    await connection.recheck();
    expect(endedTopics()).to.deep.equal(['balance:ana', topic]);
  });

  it('ends a topic that was allowed after the check, by rights that were read before the change', async () => {
    const slowRead = Promise.withResolvers<Caller>();
    const reads = [slowRead.promise, Promise.resolve(undefined)];
    const { connection, subscribe, endedTopics } = ofAna({ findCaller: async () => reads.shift() });
    const subscribing = subscribe(topic);
    await settled();
    await connection.recheck();
    slowRead.resolve(ana);
    await subscribing;
    await connection.recheck();
    expect(endedTopics()).to.deep.equal([topic]);
  });

  it('ends all other topics although one cannot be checked, and that one in the next check', async () => {
    let isAway = false;
    const { connection, subscribe, who, endedTopics } = ofAna({
      topics: {
        refusal: async (checkedTopic, caller) => {
          if (isAway && checkedTopic === topic) throw new Error('the store is away');
          return caller ? undefined : 'session/required';
        },
        snapshot: async () => ({ position: position(1), data: 'as of one' }),
      },
    });
    for (const each of [topic, 'balance:ana', 'balance:bia']) await subscribe(each);
    [isAway, who.caller] = [true, undefined];
    expect(await connection.recheck().catch(String)).to.equal('Error: the store is away');
    expect(endedTopics()).to.deep.equal(['balance:ana', 'balance:bia']);
    isAway = false;
    await connection.recheck();
    expect(endedTopics()).to.deep.equal(['balance:ana', 'balance:bia', topic]);
  });

  it('looks up a buyer who is not signed in only once, and not at each check', async () => {
    const { connection, subscribe, who } = ofAna({
      topics: {
        refusal: async () => undefined,
        snapshot: async () => ({ position: position(1), data: 'as of one' }),
      },
    });
    who.caller = undefined;
    await subscribe('payment:1');
    await connection.recheck();
    expect(who.asked).to.equal(1);
  });
});

describe('createHub', () => {
  it('delivers the first of many balances published together at once, and then only the latest', async () => {
    const hub = createHub();
    const received: string[] = [];
    const receivedAll = Promise.withResolvers<void>();
    hub.listen('balance:ana', {
      onDelta: ({ json }) => {
        received.push(json);
        if (json.includes('100')) receivedAll.resolve();
      },
      onResync: () => undefined,
    });
    const publish = (ordinal: number) => {
      const data = { available: ordinal };
      hub.publish([{ type: 'delta', topic: 'balance:ana', position: position(ordinal), data }]);
    };
    publish(1);
    expect(received).to.deep.equal(['{"available":1}']);
    for (let ordinal = 2; ordinal <= 100; ordinal += 1) publish(ordinal);
    await receivedAll.promise;
    expect(received).to.deep.equal(['{"available":1}', '{"available":100}']);
    hub.close();
  });
});
