import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { sampleNow, samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { createMemoryCheckpoints, type Work } from '#/ledger/checkpoints/checkpoints.ts';
import { encode } from '#/ledger/codec.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { listParkedWork } from './parked-work.ts';

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
    // It fails first long after the event was recorded.
    const since = addSeconds(sampleNow, 86_400);
    const work = { policy: 'carry-out-refund', position, stream, revision };
    await checkpoints.park({ ...work, failure, since });
    const parked = (platform: string, minutes: number) =>
      listParkedWork({ store, checkpoints }, platform, addSeconds(since, minutes * 60));
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
    const shown = await listParkedWork({ store, checkpoints }, 'demo', addSeconds(sampleNow, 360));
    expect(shown.map(({ stream, subject, waiting }) => [stream, subject, waiting])).to.deep.equal([
      ['payment-p-1', 'account-seller-1', 1],
    ]);
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
      listParkedWork({ store, checkpoints }, platform, addSeconds(sampleNow, 360));
    expect((await shown('demo')).map(({ stream }) => stream)).to.deep.equal(['payment-demo-0']);
    expect(await shown('other')).to.have.length(100);
  });
});
