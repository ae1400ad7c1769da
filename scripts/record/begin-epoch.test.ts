import { expect } from 'chai';
import { epoch } from '#/domain/epoch/decider.ts';
import { sampleNow } from '#/domain/testing/samples.ts';
import { createEpochs, EPOCH_STREAM } from '#/ledger/epochs/epochs.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { beginEpoch } from './begin-epoch.ts';

describe('An operator who knows that the log may have lost its newest events', () => {
  it('begins an epoch each time, which a running process notices, and whose reason is on record', async () => {
    const store = createMemoryStore();
    const handler = createCommandHandler({ store });
    const { load } = handler;
    const epochs = createEpochs({
      store,
      handler,
      load,
      sharedMs: async () => Date.parse(sampleNow),
    });
    expect((await epochs.current()).number).to.equal(1);
    const ledger = { store, sharedMs: async () => Date.parse(sampleNow) };
    expect(await beginEpoch(ledger, 'the disk was put back to yesterday')).to.equal(2);
    expect((await epochs.current()).number).to.equal(2);
    expect(await beginEpoch(ledger, 'and again')).to.equal(3);
    const [, second] = await store.readStream(EPOCH_STREAM);
    expect(second?.meta).to.include('the disk was put back to yesterday');
  });

  it('dates the epoch by the clock that all processes share, not by the clock of this machine', async () => {
    const store = createMemoryStore();
    await beginEpoch({ store, sharedMs: async () => Date.parse(sampleNow) }, 'put back');
    const { state } = await createCommandHandler({ store }).load(epoch, EPOCH_STREAM);
    expect(state.since).to.equal(sampleNow);
  });
});
