import { expect } from 'chai';
import { streamOf } from '#/domain/values/ids.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { carryOut } from './carry-out.ts';
import { decode } from './codec.ts';
import { createCommandHandler } from './handle-command.ts';
import { createMemoryStore } from './stores/memory.ts';

const ID = 'p-1';
const ATTEMPT = '0198c0de-0000-7000-8000-000000000001';

const request: PaymentCommand = { type: 'RequestPayment', payment: samplePayment() };
const begin: PaymentCommand = {
  type: 'BeginCharge',
  provider: samplePayment().provider,
  attemptId: ATTEMPT,
  after: null,
  epoch: 1,
  now,
};

const world = () => {
  const store = createMemoryStore();
  const handler = createCommandHandler({ store });
  return {
    store,
    carry: (commands: readonly PaymentCommand[]) =>
      carryOut(handler, { to: 'payment', id: ID, commands } as const, {
        platform: 'demo',
        correlation: ID,
        actor: ({ type }) => (type === 'BeginCharge' ? 'system' : 'provider:sandbox'),
        commandId: ({ type }, ordinal) => `${type}-${ordinal}`,
      }),
    recorded: () => store.readStream(streamOf('payment', ID)),
  };
};

describe('Carrying out an answer', () => {
  it('records its commands in order, each under its own actor, and returns the events and the aggregate after them', async () => {
    const { carry, recorded } = world();

    const { events, after, refusals } = await carry([request, begin]);

    const types = (await recorded()).map(({ type }) => type);
    expect(events.map(({ type }) => type)).to.deep.equal(types);
    expect(types).to.deep.equal(['PaymentRequested', 'ChargeAttempted']);
    const actors = (await recorded()).map((event) => decode(event).meta.actor);
    expect(actors).to.deep.equal(['provider:sandbox', 'system']);
    expect(after?.state).to.have.nested.property('attempt.attemptId', ATTEMPT);
    expect(refusals).to.deep.equal([]);
  });

  it('lists the refused commands, records the others, and returns no state when the last one was refused', async () => {
    const { carry } = world();
    await carry([request]);

    const { events, after, refusals } = await carry([begin, request]);

    expect(events.map(({ type }) => type)).to.deep.equal(['ChargeAttempted']);
    expect(refusals).to.have.length(1);
    expect(after).to.equal(undefined);
  });

  it('records nothing for an answer that leads to nothing', async () => {
    const { carry, recorded } = world();

    expect(await carry([])).to.deep.equal({ events: [], after: undefined, refusals: [] });
    expect(await recorded()).to.deep.equal([]);
  });
});
