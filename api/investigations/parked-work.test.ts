import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow, samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { createMemoryCheckpoints, type Work } from '#/ledger/checkpoints/checkpoints.ts';
import { encode } from '#/ledger/codec.ts';
import { RecordCut, StoreAway, type EventStore } from '#/ledger/event-store.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';
import { findCaseOf } from './case.ts';
import { listParkedWork } from './parked-work.ts';

type Reading = Parameters<typeof listParkedWork>[0];

const reading = (stored: Pick<Reading, 'store' | 'checkpoints'>): Reading => {
  const handler = createCommandHandler(stored);
  const core = { handler, ports: portsTo({}), findRegistration: async () => undefined };
  return {
    ...stored,
    findCaseOf: (stream) => findCaseOf({ core: { ...core, now: () => sampleNow } }, stream),
    labelOf: (provider) => `label of ${provider}`,
  };
};

describe('Work that policies could not do', () => {
  it('is shown to its platform once it is five minutes old, without personal data, until it is done', async () => {
    const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
    const meta = { platform: 'demo', actor: 'buyer', correlation: 'p-1', causation: 'c-1' };
    const id = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11';
    const stream = 'payment-p-1';
    const event = encode(
      { type: 'PaymentRequested', data: samplePayment({ at: sampleNow }) },
      { id, stream, meta },
    );
    await store.append(stream, [event], { expected: 'no_stream' });
    const [recorded] = await store.readStream(stream);
    if (!recorded) return expect.fail();
    const { position, revision } = recorded;
    const failure = 'Error: no account 123456789 of x@example.com';
    // The policy fails for the first time long after the event was recorded.
    const since = addSeconds(sampleNow, 86_400);
    const work = { policy: 'carry-out-refund', position, stream, revision };
    await checkpoints.park({ ...work, failure, since });
    const parked = (platform: string, minutes: number) =>
      listParkedWork(reading({ store, checkpoints }), platform, addSeconds(since, minutes * 60));
    expect(await parked('demo', 4)).to.deep.equal([]);
    expect(await parked('other', 6)).to.deep.equal([]);
    const [shown] = await parked('demo', 6);
    expect(shown).to.include({
      policy: 'carry-out-refund',
      event: 'PaymentRequested',
      stream,
      subject: stream,
      since,
      waiting: 0,
      failure: 'Error: no account [number] of [e-mail]',
      isCut: false,
      isUnreadable: false,
    });
    expect(shown?.money, 'how much, where, what was asked and answered').to.deep.equal({
      provider: 'sandbox',
      providerLabel: 'label of sandbox',
      amount: 9_700,
      currency: 'BRL',
      asked: { method: 'PIX', status: 'PENDING', transactionId: null, at: sampleNow },
    });
    await checkpoints.unpark({ policy: 'carry-out-refund', position });
    expect(await parked('demo', 6)).to.deep.equal([]);
  });

  it('is shown once for each aggregate, with how many events wait for it', async () => {
    const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
    const works: Work[] = [];
    for (const nth of [1, 2, 3]) {
      const stream = `payment-p-${nth}`;
      const meta = { platform: 'demo', actor: 'buyer', correlation: stream, causation: stream };
      const event = encode(
        { type: 'PaymentRequested', data: samplePayment({ at: sampleNow }) },
        { id: randomUUID(), stream, meta },
      );
      const { position } = await store.append(stream, [event], { expected: 'no_stream' });
      works.push({ policy: 'book-approved-payment', position, stream, revision: 0 });
    }
    const [first, second, third] = works;
    if (!first || !second || !third) return expect.fail();
    const holds = 'commands:account-seller-1';
    const failed = { failure: 'Error: away', since: sampleNow, holds };
    await checkpoints.park({ ...first, ...failed });
    await checkpoints.park({ ...second, ...failed });
    await checkpoints.enqueue(holds, [third]);
    const shown = await listParkedWork(
      reading({ store, checkpoints }),
      'demo',
      addSeconds(sampleNow, 360),
    );
    expect(shown.map(({ stream, subject, waiting }) => [stream, subject, waiting])).to.deep.equal([
      ['payment-p-1', 'account-seller-1', 1],
    ]);
  });

  it('is shown although work of an earlier event, which holds the same queue, failed only now', async () => {
    const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
    const now = addSeconds(sampleNow, 3_600);
    for (const since of [now, sampleNow]) {
      const stream = `payment-${randomUUID()}`;
      const meta = { platform: 'demo', actor: 'buyer', correlation: stream, causation: stream };
      const data = samplePayment({ at: sampleNow });
      const event = encode({ type: 'PaymentRequested', data }, { id: randomUUID(), stream, meta });
      const { position } = await store.append(stream, [event], { expected: 'no_stream' });
      const failed = { failure: 'Error: away', since, holds: 'commands:account-seller-1' };
      await checkpoints.park({ policy: 'book', position, stream, revision: 0, ...failed });
    }
    const shown = await listParkedWork(reading({ store, checkpoints }), 'demo', now);
    expect(shown.map(({ since }) => since)).to.deep.equal([sampleNow]);
  });

  it('is shown to its platform, however much work of other platforms lies before it', async () => {
    const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
    const park = async (platform: string, nth: number) => {
      const stream = `payment-${platform}-${nth}`;
      const meta = { platform, actor: 'buyer', correlation: stream, causation: stream };
      const event = encode(
        { type: 'PaymentRequested', data: samplePayment({ at: sampleNow }) },
        { id: randomUUID(), stream, meta },
      );
      await store.append(stream, [event], { expected: 'no_stream' });
      const [recorded] = await store.readStream(stream);
      if (!recorded) return expect.fail();
      const { position, revision } = recorded;
      const failed = { failure: 'Error: away', since: sampleNow };
      await checkpoints.park({ policy: 'carry-out-refund', position, stream, revision, ...failed });
    };
    for (let nth = 0; nth < 250; nth += 1) await park('other', nth);
    await park('demo', 0);
    const shown = async (platform: string) =>
      listParkedWork(reading({ store, checkpoints }), platform, addSeconds(sampleNow, 360));
    expect((await shown('demo')).map(({ stream }) => stream)).to.deep.equal(['payment-demo-0']);
    expect(await shown('other')).to.have.length(100);
  });

  it('is shown to its platform, also if it waits in a queue behind work of another platform', async () => {
    const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
    for (const platform of ['other', 'demo', 'demo']) {
      const stream = `mail-${randomUUID()}`;
      const meta = { platform, actor: 'system', correlation: stream, causation: stream };
      const data = { attemptId: randomUUID(), cause: 'refused', text: 'gone', at: sampleNow };
      const event = encode({ type: 'MailFailed', data }, { id: randomUUID(), stream, meta });
      const { position } = await store.append(stream, [event], { expected: 'no_stream' });
      const work = { policy: 'suppress-mailbox', position, stream, revision: 0 };
      const failed = { failure: `Error: ${platform}`, since: sampleNow };
      await checkpoints.park({ ...work, ...failed, holds: 'commands:mailbox-box-1' });
    }
    const now = addSeconds(sampleNow, 360);
    for (const platform of ['other', 'demo']) {
      const shown = await listParkedWork(reading({ store, checkpoints }), platform, now);
      expect(shown.map(({ failure }) => failure)).to.deep.equal([`Error: ${platform}`]);
    }
  });

  it('is shown without its money where the event is of a later release', async () => {
    const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
    const stream = 'payment-p-1';
    const meta = { v: 1, platform: 'demo', actor: 'system', correlation: 'p-1', causation: 'c-1' };
    const written = { id: randomUUID(), type: 'PaymentForgiven', data: '{}' };
    const event = { ...written, meta: JSON.stringify({ ...meta, hash: '' }) };
    const { position } = await store.append(stream, [event], { expected: 'no_stream' });
    const work = { policy: 'carry-out-refund', position, stream, revision: 0 };
    await checkpoints.park({ ...work, failure: 'Error: unknown type', since: sampleNow });
    const now = addSeconds(sampleNow, 360);
    const [shown] = await listParkedWork(reading({ store, checkpoints }), 'demo', now);
    expect(shown).to.include({ event: 'PaymentForgiven', stream, money: null });
    expect(shown).to.include({ isCut: false, isUnreadable: true });
  });

  /** A policy failed on event `parked` of `payment-broken`, whose last event a faulty release wrote: reading does not validate events. */
  const parkBroken = async (parked: 'PaymentRequested' | 'PaymentRefunded') => {
    const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
    for (const name of ['broken', 'sound']) {
      const stream = `payment-${name}`;
      const meta = { platform: 'demo', actor: 'buyer', correlation: stream, causation: stream };
      const event = encode(
        { type: 'PaymentRequested', data: samplePayment({ at: sampleNow }) },
        { id: randomUUID(), stream, meta },
      );
      const faulty = { ...event, id: randomUUID(), type: 'PaymentRefunded', data: '{}' };
      await store.append(stream, name === 'sound' ? [event] : [event, faulty], {
        expected: 'no_stream',
      });
      for (const { type, position, revision } of await store.readStream(stream))
        if (name === 'sound' || type === parked) {
          const work = { policy: 'carry-out-refund', position, stream, revision };
          await checkpoints.park({ ...work, failure: 'TypeError', since: sampleNow });
        }
    }
    return { store, checkpoints };
  };

  it('is shown, and marked as unreadable, where its record cannot be read, which may be why its policy failed', async () => {
    for (const parked of ['PaymentRequested', 'PaymentRefunded'] as const) {
      const stored = await parkBroken(parked);
      const shown = await listParkedWork(reading(stored), 'demo', addSeconds(sampleNow, 360));
      expect(
        shown.map(({ stream, event, isUnreadable }) => [stream, event, isUnreadable]),
      ).to.deep.equal([
        ['payment-broken', parked, true],
        ['payment-sound', 'PaymentRequested', false],
      ]);
    }
  });

  it('is not listed as unreadable while the log is away: the list cannot be read then', async () => {
    const { store, checkpoints } = await parkBroken('PaymentRequested');
    let reads = 0;
    const failing = storeWith(store, {
      readStream: async (stream, range) => {
        reads += 1;
        if (reads > 2) throw new StoreAway('away');
        return store.readStream(stream, range);
      },
    });
    const shown = listParkedWork(
      reading({ store: failing, checkpoints }),
      'demo',
      addSeconds(sampleNow, 360),
    );
    expect(await shown.catch((error: unknown) => error)).to.be.instanceOf(StoreAway);
  });

  /** A store that hides the beginning of a stream. @param from the first revision that it still reads */
  const hiding = (store: EventStore, cut: string, from: number): EventStore =>
    storeWith(store, {
      readStream: async (stream, range) => {
        if (stream === cut && (range?.from ?? 0) < from)
          throw new RecordCut({ stream, how: 'the server hides all of it' });
        return store.readStream(stream, range);
      },
    });

  it('is shown also if the log hides its event: every platform sees it then, without its ids', async () => {
    const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
    for (const platform of ['demo', 'other']) {
      const stream = `payment-${platform}`;
      const meta = { platform, actor: 'buyer', correlation: stream, causation: stream };
      const event = encode(
        { type: 'PaymentRequested', data: samplePayment({ at: sampleNow }) },
        { id: randomUUID(), stream, meta },
      );
      const { position } = await store.append(stream, [event], { expected: 'no_stream' });
      const work = { policy: 'carry-out-refund', position, stream, revision: 0 };
      await checkpoints.park({ ...work, failure: `Error: ${stream}`, since: sampleNow });
    }
    const shown = async (from: number, platform: string) => {
      const cut = hiding(store, 'payment-other', from);
      const work = await listParkedWork(
        reading({ store: cut, checkpoints }),
        platform,
        addSeconds(sampleNow, 360),
      );
      return work.map((each) => [each.stream, each.event, each.isCut]);
    };
    const ofDemo = ['payment-demo', 'PaymentRequested', false];
    const hidden = ['payment', null, true];
    expect(await shown(0, 'demo')).to.deep.equal([ofDemo]);
    expect(await shown(1, 'demo')).to.deep.equal([ofDemo, hidden]);
    expect(await shown(1, 'other')).to.deep.equal([hidden]);
  });

  it('of a platform is shown before all that the log hides, and though a hundred hidden events lie before it', async () => {
    const [store, checkpoints] = [createMemoryStore(), createMemoryCheckpoints('')];
    const park = async (platform: string, nth: number) => {
      const stream = `payment-${platform}-${nth}`;
      const meta = { platform, actor: 'buyer', correlation: stream, causation: stream };
      const event = encode(
        { type: 'PaymentRequested', data: samplePayment({ at: sampleNow }) },
        { id: randomUUID(), stream, meta },
      );
      const { position } = await store.append(stream, [event], { expected: 'no_stream' });
      const work = { policy: 'carry-out-refund', position, stream, revision: 0 };
      await checkpoints.park({ ...work, failure: 'Error: away', since: sampleNow });
    };
    for (let nth = 0; nth < 100; nth += 1) await park('other', nth);
    await park('demo', 0);
    const cut = storeWith(store, {
      readStream: async (stream, range) => {
        if (stream.startsWith('payment-other'))
          throw new RecordCut({ stream, how: 'the server hides all of it' });
        return store.readStream(stream, range);
      },
    });
    const now = addSeconds(sampleNow, 360);
    const shown = await listParkedWork(reading({ store: cut, checkpoints }), 'demo', now);
    expect(shown.map(({ stream }) => stream)).to.deep.equal([
      'payment-demo-0',
      ...Array.from({ length: 20 }, () => 'payment'),
    ]);
  });
});
