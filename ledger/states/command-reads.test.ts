import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { offer } from '#/domain/offer/offer.ts';
import { sampleNow as now, sampleOffer } from '#/domain/testing/samples.ts';
import { createCommandHandler, type CommandContext } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { countingReads } from '#/ledger/testing/counting-store.ts';

const stream = streamOf('offer', 'offer-1');
const create = { type: 'Create', details: sampleOffer, now } as const;
const archive = { type: 'Archive', now } as const;
const other = { type: 'Create', details: { ...sampleOffer, title: 'Another' }, now } as const;

const context = (request?: string): CommandContext => ({
  commandId: randomUUID(),
  platform: 'demo',
  actor: 'seller:seller-1',
  correlation: 'offer-1',
  ...(request !== undefined && { request }),
});

const twoProcesses = () => {
  const { counting: store, reads } = countingReads(createMemoryStore());
  const [oneProcess, otherProcess] = [
    createCommandHandler({ store }),
    createCommandHandler({ store }),
  ];
  return { oneProcess, otherProcess, reads };
};

describe('Stream reads of a command', () => {
  it('are none for a stream that the caller has just found absent', async () => {
    const { oneProcess, reads } = twoProcesses();
    const loaded = await oneProcess.load(offer, stream);
    const { events } = await oneProcess.handle(offer, stream, create, context(), loaded);
    expect(events).to.have.length(1);
    expect(reads).to.have.length(1);
  });

  it('are none for a stream that the caller assumes to be absent, and is', async () => {
    const { oneProcess, reads } = twoProcesses();
    const { events } = await oneProcess.handle(offer, stream, create, context(), 'assumed absent');
    expect(events).to.have.length(1);
    expect(reads).to.have.length(0);
  });

  it('are one for a stream that the caller wrongly assumes to be absent', async () => {
    const { oneProcess, otherProcess, reads } = twoProcesses();
    await otherProcess.handle(offer, stream, other, context());
    const before = reads.length;
    const refused = oneProcess.handle(offer, stream, create, context(), 'assumed absent');
    expect(await refused.catch((reason: unknown) => reason)).to.be.an.instanceof(Refused);
    expect(reads.length).to.equal(before + 1);
  });

  it('are one before a refusal, or an outcome without an event, that was decided on an assumed state is accepted', async () => {
    const { oneProcess, otherProcess, reads } = twoProcesses();
    await otherProcess.handle(offer, stream, create, context());
    const before = reads.length;
    const { events } = await oneProcess.handle(offer, stream, archive, context(), 'assumed absent');
    expect(events.map(({ type }) => type)).to.deep.equal(['OfferArchived']);
    expect(reads.length).to.equal(before + 1);
  });

  it('do not count events as written here that another process wrote when it carried out the same command', async () => {
    const { oneProcess, otherProcess } = twoProcesses();
    const loaded = await oneProcess.load(offer, stream);
    const commandContext = context('digest');
    const first = await otherProcess.handle(offer, stream, create, commandContext);
    const repeated = await oneProcess.handle(offer, stream, create, commandContext, loaded);
    expect(repeated.events).to.deep.equal([]);
    expect(repeated.position).to.equal(first.position);
  });

  it('see what another process has made of a stream that the caller found absent', async () => {
    const { oneProcess, otherProcess } = twoProcesses();
    const loaded = await oneProcess.load(offer, stream);
    await otherProcess.handle(offer, stream, other, context());
    const late = oneProcess.handle(offer, stream, create, context(), loaded);
    const error = await late.catch((reason: unknown) => reason);
    expect(error instanceof Refused && error.code).to.equal('record/already-exists');
  });

  it('are none for a rejection on a state that the caller has just loaded', async () => {
    const { oneProcess, reads } = twoProcesses();
    await oneProcess.handle(offer, stream, create, context());
    const loaded = await oneProcess.load(offer, stream);
    const before = reads.length;
    const rejected = oneProcess.handle(offer, stream, other, context(), loaded);
    expect(await rejected.catch((reason: unknown) => reason)).to.be.an.instanceof(Refused);
    expect(reads.length).to.equal(before);
  });

  it('are one for a rejection on a cached state', async () => {
    const { oneProcess, otherProcess, reads } = twoProcesses();
    await oneProcess.handle(offer, stream, create, context());
    await otherProcess.handle(offer, stream, archive, context());
    const before = reads.length;
    const { events } = await oneProcess.handle(offer, stream, archive, context());
    expect(events).to.deep.equal([]);
    expect(reads.length).to.equal(before + 1);
  });

  it('are none for a rejection in a batch that is appended', async () => {
    const { oneProcess, reads } = twoProcesses();
    await oneProcess.handle(offer, stream, create, context());
    const before = reads.length;
    const outcomes = await oneProcess.handleAll(offer, stream, [
      { command: other, context: context() },
      { command: archive, context: context() },
    ]);
    expect(outcomes.map(({ kind }) => kind)).to.deep.equal(['refused', 'done']);
    expect(reads.length).to.equal(before);
  });

  it('lead to new decisions for a whole batch after another process has changed the stream', async () => {
    const { oneProcess, otherProcess } = twoProcesses();
    await oneProcess.handle(offer, stream, create, context());
    await otherProcess.handle(offer, stream, archive, context());
    const revised = { ...sampleOffer, title: 'Revised' };
    // In the state that this process has cached, the offer is still active.
    const outcomes = await oneProcess.handleAll(offer, stream, [
      { command: archive, context: context() },
      { command: { type: 'Revise', details: sampleOffer, now }, context: context() },
      { command: { type: 'Revise', details: revised, now }, context: context() },
    ]);
    expect(outcomes.map((each) => each.kind === 'done' && each.events.length)).to.deep.equal([
      0, 1, 1,
    ]);
    const { state } = await otherProcess.load(offer, stream);
    expect(state).to.include({ status: 'ACTIVE', revision: 3 });
    expect(state).to.have.deep.property('details', revised);
  });
});
