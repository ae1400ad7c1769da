import { expect } from 'chai';
import { sampleNow } from '#/domain/testing/samples.ts';
import { definePolicy } from '#/domain/policies/policy.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { type Checkpoints } from './checkpoints.ts';
import { AppendError } from '#/ledger/event-store.ts';
import { policyWorld } from '#/ledger/testing/policy-world.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { storeWith } from '#/ledger/testing/counting-store.ts';

describe('Parked work', () => {
  it('retries a parked event while it runs, and keeps it parked until the retry has succeeded', async () => {
    let isBroken = true;
    const fragile = definePolicy('fragile', {
      PaymentApproved: () => {
        if (isBroken) throw new Error('cannot take this one');
        return [];
      },
    });
    const { start, settled, approve, checkpoints, failures } = policyWorld({ extra: [fragile] });
    await approve('p-1');
    const unparked: string[] = [];
    const recordingUnparked: Checkpoints = {
      ...checkpoints,
      unpark: async (parked) => {
        expect(isBroken, 'still fails').to.equal(false);
        unparked.push(parked.policy);
        await checkpoints.unpark(parked);
      },
    };
    const runner = start(recordingUnparked, 10);
    await settled(runner);
    await eventually(async () => (failures.length > 2 ? true : undefined), 'it was retried');
    expect(await checkpoints.listParked()).to.have.length(1);
    isBroken = false;
    await eventually(
      async () => (unparked.length > 0 ? true : undefined),
      'it is not parked any more',
    );
    await runner.stop();
    expect(await checkpoints.listParked()).to.deep.equal([]);
  });

  it('keeps an event parked when the log is unavailable during its retry', async () => {
    const memory = createMemoryStore([], { now: () => sampleNow });
    let isUnavailable = false;
    const store = storeWith(memory, {
      append: async (stream, events, options) => {
        if (isUnavailable) throw new AppendError({ kind: 'unavailable', retryAfterSeconds: 1 });
        return memory.append(stream, events, options);
      },
    });
    const { start, settled, approve, pending, checkpoints, failures } = policyWorld({ store });
    await approve('p-1');
    const [approved] = (await memory.readStream('payment-p-1')).slice(-1);
    if (!approved) throw new Error('no payment');
    const { position, stream, revision } = approved;
    const head = await memory.head();
    await checkpoints.save('policies', head ?? position);
    await checkpoints.save('reactions', head ?? position);
    const booking = 'book-approved-payment';
    const failed = { failure: 'once', since: sampleNow };
    await checkpoints.park({ policy: booking, position, stream, revision, ...failed });
    isUnavailable = true;
    const runner = start(checkpoints, 10);
    await eventually(async () => (failures.length > 2 ? true : undefined), 'it was retried');
    expect(await checkpoints.listParked()).to.have.length(1);
    isUnavailable = false;
    await eventually(
      async () => ((await checkpoints.listParked()).length === 0 ? true : undefined),
      'it was booked',
    );
    await settled(runner);
    await runner.stop();
    expect(await pending()).to.equal(9_115);
  });
});
