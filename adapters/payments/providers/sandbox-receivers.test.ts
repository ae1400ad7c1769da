import { expect } from 'chai';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { receiver } from '#/adapters/payments/evidence/samples.ts';
import { startSandboxWorld, type SandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';

describe('receivers of the sandbox', () => {
  let world: SandboxWorld;

  before(async () => {
    world = await startSandboxWorld();
  });
  after(() => world.close());

  const offered = () => {
    const { createReceiver, findReceiver, getReceiver } = world.provider;
    if (!createReceiver || !findReceiver || !getReceiver) throw new Error('no receivers');
    return { createReceiver, findReceiver, getReceiver };
  };

  it('are registered once, and active when they are read back', async () => {
    const { createReceiver, findReceiver, getReceiver } = offered();
    const { receiverId } = await createReceiver(receiver);
    expect((await createReceiver(receiver)).receiverId).to.equal(receiverId);
    const active = { receiverId, status: 'ACTIVE' };
    expect(await getReceiver({ receiverId })).to.deep.equal(active);
    expect(await findReceiver({ receiverId: 'seller-1' })).to.deep.equal(active);
    expect(await getReceiver({ receiverId: 're_none' })).to.equal(undefined);
    expect(await findReceiver({ receiverId: 'none' })).to.equal(undefined);
  });

  it('are rejected when their name says so', async () => {
    const { createReceiver, getReceiver } = offered();
    const bad = { ...receiver, receiverId: 'bad', name: 'Loja Recusada' };
    const { receiverId } = await createReceiver(bad);
    expect(await getReceiver({ receiverId })).to.include({ status: 'REJECTED' });
  });

  it('may be registered without an answer, and are then found by our name', async () => {
    const { createReceiver, findReceiver } = offered();
    const lost = { ...receiver, receiverId: 'lost', name: 'Timeout Ltda' };
    expect(await failureOf(createReceiver(lost))).to.include({ mayHaveHappened: true });
    expect(await findReceiver({ receiverId: 'lost' })).to.include({ status: 'ACTIVE' });
  });

  it('are none without a document, and people are told so', async () => {
    const { createReceiver } = offered();
    const wrong = { ...receiver, receiverId: 'wrong', document: '11111111111' };
    expect(await failureOf(createReceiver(wrong))).to.include({
      kind: 'invalid',
      mayHaveHappened: false,
      text: 'Documento inválido.',
    });
  });
});
