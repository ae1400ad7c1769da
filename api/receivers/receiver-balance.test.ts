import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import type { Person } from '#/api/testing/people.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProviders } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ReceiverResult } from '#/domain/ports/receiver.ts';
import { receiver } from '#/domain/receiver/decider.ts';
import { sampleEncrypted as encrypted } from '#/domain/testing/samples.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { History } from '#/projections/testing/history.ts';

describe('Balance of a seller at an acquirer', () => {
  let world: ApiWorld;
  let answer: () => Promise<ReceiverResult | undefined>;

  const providers: PaymentProviders = async (id) => ({
    id,
    label: id,
    paymentMethods: [],
    withdrawMethods: [],
    ...(id === 'iugu' && { getReceiver: () => answer() }),
  });

  const register = async (provider: string, isAnswered: boolean): Promise<void> => {
    const { handler, now } = world.services.core;
    const at = { platformId: 'demo', sellerId: 'seller-1', now: now() };
    const registrationId = derivedId('registration', provider);
    const registration = { provider, registrationId };
    const registered = {
      ...at,
      ...registration,
      type: 'RecordRegistered',
      status: 'ACTIVE',
    } as const;
    const commands = [
      {
        ...at,
        type: 'ReviseDetails',
        documentType: 'CPF',
        register: encrypted,
        contact: encrypted,
      },
      {
        ...at,
        ...registration,
        type: 'RequestRegistration',
        identity: encrypted,
        email: encrypted,
      },
      ...(isAnswered ? [{ ...registered, providerReceiverId: 're-1' }] : []),
    ] as const;
    for (const command of commands)
      await handler.handle(receiver, 'receiver-seller-1', command, {
        commandId: derivedId('command', provider, command.type),
        platform: 'demo',
        actor: 'system',
        correlation: 'seller-1',
      });
  };

  before(async () => {
    world = await apiWorld({ providers });
    await register('iugu', true);
    await register('abmex', true);
    await register('villet', false);
    await world.happen(new History());
  });
  after(() => world.close());

  const read = (provider: string, as: Person = 'admin'): Promise<ApiAnswer> =>
    world.get(`/api/admin.getReceiverBalance?sellerId=seller-1&provider=${provider}`, { as });

  const codeOf = async (answering: Promise<ApiAnswer>): Promise<string> =>
    problem.parse((await answering).body).code;

  it('is read at the acquirer each time, and recorded nowhere', async () => {
    const withoutBalance = { providerReceiverId: 're-1', status: 'ACTIVE' } as const;
    answer = async () => ({ ...withoutBalance, balance: cents(-1_990) });
    const head = await world.lastFact();
    const { status, body, text } = await read('iugu');
    expect(status, text).to.equal(200);
    expect(body).to.include({ balance: -1_990 });
    answer = async () => withoutBalance;
    expect((await read('iugu')).body, 'tells none').to.include({ balance: null });
    expect(await world.lastFact()).to.equal(head);
  });

  it('is refused for a seller who is not registered there, and where the acquirer tells no balance', async () => {
    answer = async () => undefined;
    expect(await codeOf(read('iugu'))).to.equal('receiver/unknown');
    expect(await codeOf(read('villet')), 'not answered yet').to.equal('receiver/unknown');
    expect(await codeOf(read('pagarme'))).to.equal('receiver/unknown');
    expect(await codeOf(read('constructor'))).to.equal('receiver/unknown');
    expect(await codeOf(read('abmex'))).to.equal('provider/not-offered');
    answer = () =>
      Promise.reject(new ProviderFailure('unavailable', 'away', { mayHaveHappened: false }));
    expect((await read('iugu')).status).to.equal(503);
  });

  it('is read by staff of the platform alone, who see where a seller is registered', async () => {
    expect(await codeOf(read('iugu', 'otherAdmin'))).to.equal('resource/not-found');
    const path = '/api/admin.getSeller?sellerId=seller-1';
    const { receivers } = Object((await world.get(path, { as: 'admin' })).body);
    expect(receivers).to.deep.equal([
      { provider: 'abmex', label: 'Abmex split', status: 'ACTIVE' },
      { provider: 'iugu', label: 'iugu', status: 'ACTIVE' },
      { provider: 'villet', label: 'Villet', status: 'REQUESTED' },
    ]);
  });
});
