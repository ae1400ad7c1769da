import { expect } from 'chai';
import { failureOf } from '#/adapters/payments/testing/failure-of.ts';
import { receiver } from '#/adapters/payments/evidence/samples.ts';
import { startSandboxWorld, type SandboxWorld } from '#/adapters/payments/testing/sandbox-world.ts';

describe('Sandbox receivers', () => {
  let world: SandboxWorld;

  before(async () => {
    world = await startSandboxWorld();
  });
  after(() => world.close());

  const receiverOperations = () => {
    const { createReceiver, findReceiver, getReceiver } = world.provider;
    if (!createReceiver || !findReceiver || !getReceiver) throw new Error('no receivers');
    return { createReceiver, findReceiver, getReceiver };
  };

  it('registers a receiver once for a repeated request, and shows it as active when looked up', async () => {
    const { createReceiver, findReceiver, getReceiver } = receiverOperations();
    const { providerReceiverId } = await createReceiver(receiver);
    expect((await createReceiver(receiver)).providerReceiverId).to.equal(providerReceiverId);
    const active = { providerReceiverId, status: 'ACTIVE' };
    expect(await getReceiver({ providerReceiverId })).to.deep.equal(active);
    expect(await findReceiver({ registrationId: 'seller-1' })).to.deep.equal(active);
    expect(await getReceiver({ providerReceiverId: 're_none' })).to.equal(undefined);
    expect(await findReceiver({ registrationId: 'none' })).to.equal(undefined);
  });

  it('rejects a receiver whose name contains "Recusada"', async () => {
    const { createReceiver, getReceiver } = receiverOperations();
    const bad = { ...receiver, registrationId: 'bad', name: 'Loja Recusada' };
    const { providerReceiverId } = await createReceiver(bad);
    expect(await getReceiver({ providerReceiverId })).to.include({ status: 'REJECTED' });
  });

  it('finds a receiver by our registration id after the reply to its registration was lost', async () => {
    const { createReceiver, findReceiver } = receiverOperations();
    const lost = { ...receiver, registrationId: 'lost', name: 'Timeout Ltda' };
    expect(await failureOf(createReceiver(lost))).to.include({ mayHaveHappened: true });
    expect(await findReceiver({ registrationId: 'lost' })).to.include({ status: 'ACTIVE' });
  });

  it('refuses a receiver with an invalid document, with a message', async () => {
    const { createReceiver } = receiverOperations();
    const wrong = { ...receiver, registrationId: 'wrong', document: '11111111111' };
    expect(await failureOf(createReceiver(wrong))).to.include({
      kind: 'invalid',
      mayHaveHappened: false,
      text: 'Documento inválido.',
    });
  });
});
