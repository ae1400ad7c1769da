import { expect } from 'chai';
import { Refused } from '#/domain/errors.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ReceiverRequest, ReceiverResult } from '#/domain/ports/receiver.ts';
import { receiver, type Receiver } from '#/domain/receiver/decider.ts';
import type { ReceiverCommand } from '#/domain/receiver/commands.ts';
import type { ReceiverRegistrationRequestedData } from '#/domain/receiver/events.ts';
import { receiverFileKey } from '#/domain/receiver/files.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { sampleNow as now, sampleSealed as sealed } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/time.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import type { Ports } from './reaction.ts';
import { readBackReceiver, registerReceiver } from './register-receiver.ts';

const FILE = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11';
const REGISTRATION = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22';
const LATER = '2026-11-20T15:10:00.000Z';

const requested: ReceiverRegistrationRequestedData = {
  platformId: 'demo',
  sellerId: 'seller-1',
  provider: 'iugu',
  registrationId: REGISTRATION,
  documentType: 'CPF',
  register: sealed,
  contact: sealed,
  identity: sealed,
  email: sealed,
  files: [{ fileId: FILE, kind: 'photoDocument', contentType: 'image/png' }],
  at: now,
};

const opened = {
  name: 'Ana',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '11912345678',
  description: 'Cursos',
  monthlyRevenue: 500_000,
  address: { zipCode: '01310100', address: 'Avenida Paulista', number: '1', complement: 'sala 2' },
  bankAccount: { bankCode: '341' },
};

/** Sets up a seller whose registration was requested, and an acquirer with the given operations. */
const world = (provider: Partial<PaymentProvider>, ports: Partial<Ports> = {}) => {
  const files = memoryFiles();
  files.kept.set(receiverFileKey('seller-1', FILE), {
    contentType: 'image/png',
    bytes: Buffer.from('png'),
    access: 'private',
  });
  let state: Receiver = receiver.evolve(receiver.initial, {
    type: 'ReceiverRegistrationRequested',
    data: requested,
  });
  const apply = (command: ReceiverCommand): readonly string[] => {
    const events = receiver.decide(command, state);
    for (const event of events) state = receiver.evolve(state, event);
    return events.map(({ type }) => type);
  };
  const order: string[] = [];
  const allPorts: Ports = {
    providers: async () => ({
      id: 'iugu',
      label: 'iugu',
      paymentMethods: [],
      withdrawMethods: [],
      ...provider,
    }),
    open: async <Value>() => opened as Value,
    ...withoutReceivers,
    webhookUrl: () => 'http://127.0.0.1:9',
    files: files.storage,
    secretName: (text) => text,
    digest: (text) => text,
    receivers: {
      keepToken: async ({ sellerId, provider: at }, token) => {
        order.push(`keep ${token} of ${sellerId} at ${at}`);
      },
    },
    begin: async (_platformId, addressed) => {
      order.push('begin');
      return addressed.to === 'receiver' && apply(addressed.command).length > 0;
    },
    now: () => LATER,
    ...ports,
  };
  const react = async (): Promise<readonly string[]> => {
    const event = { type: 'ReceiverRegistrationRequested', data: requested } as const;
    const addressed = await registerReceiver.react(
      { ...event, aggregateId: 'seller-1', position: '1' },
      allPorts,
    );
    return (addressed ?? []).flatMap((it) => (it.to === 'receiver' ? apply(it.command) : []));
  };
  const readBack = async (): Promise<readonly string[]> => {
    const registration = state.registrations.iugu;
    if (!registration) throw new Error('nothing was asked for');
    return (await readBackReceiver(registration, allPorts)).flatMap(apply);
  };
  return { files, order, react, readBack, status: () => state.registrations.iugu?.status };
};

const answering = (calls: ReceiverRequest[], result: Partial<ReceiverResult> = {}) => ({
  createReceiver: async (request: ReceiverRequest): Promise<ReceiverResult> => {
    calls.push(request);
    return { providerReceiverId: 're-1', status: 'PENDING', ...result };
  },
});

const timedOut = async (): Promise<never> => {
  throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
};

describe('registerReceiver', () => {
  it('ends without a call where the acquirer is disconnected, so that it may be requested again', async () => {
    const { react, status, order } = world(
      {},
      {
        providers: async () => {
          throw new Refused('provider/not-offered');
        },
      },
    );
    expect(await react()).to.deep.equal(['ReceiverRegistrationRefused']);
    expect([status(), order]).to.deep.equal(['REFUSED', []]);
  });

  it('sends the decrypted details and the approved files', async () => {
    const calls: ReceiverRequest[] = [];
    const { react, status } = world(answering(calls));
    expect(await react()).to.deep.equal(['ReceiverRegistered']);
    expect(status()).to.equal('PENDING');
    const [sent] = calls;
    expect(sent).to.deep.include({
      registrationId: REGISTRATION,
      name: 'Ana',
      document: '52998224725',
      documentType: 'CPF',
      address: opened.address,
    });
    expect(sent?.files.photoDocument).to.include({
      name: 'photoDocument.png',
      contentType: 'image/png',
    });
  });

  it('records the start before calling the acquirer, and does not call again after a crash', async () => {
    const calls: ReceiverRequest[] = [];
    const { react, order } = world(answering(calls));
    await react();
    expect(order).to.deep.equal(['begin']);
    let at = now;
    const crashed = world(
      { createReceiver: () => new Promise<never>(() => undefined) },
      { now: () => at },
    );
    void crashed.react();
    await new Promise(setImmediate);
    expect(crashed.status()).to.equal('BEGUN');
    expect(await crashed.react()).to.deep.equal([]);
    expect(calls).to.have.length(1);
    expect(await crashed.readBack(), 'it may still be on its way').to.deep.equal([]);
    at = LATER;
    expect(await crashed.readBack()).to.deep.equal(['ReceiverRegistrationUnanswered']);
  });

  it('states a digest of what it asks for, which another file or detail changes', async () => {
    const digests: (string | undefined)[] = [];
    const begin: Ports['begin'] = async (_platformId, { command }) => {
      if (command.type === 'BeginRegistration') digests.push(command.digest);
      return false;
    };
    const other = { ...opened, bankAccount: { bankCode: '001' } };
    await world(answering([]), { begin }).react();
    await world(answering([]), { begin }).react();
    await world(answering([]), { begin, open: async <Value>() => other as Value }).react();
    const [first, again, changed] = digests;
    expect(first).to.be.a('string');
    expect(again).to.equal(first);
    expect(changed).to.not.equal(first);
  });

  it('stores the key of the receiver’s own account', async () => {
    const calls: ReceiverRequest[] = [];
    const { react, order } = world(answering(calls, { receiverToken: 'secret-1' }));
    expect(await react()).to.deep.equal(['ReceiverRegistered']);
    expect(order).to.deep.equal(['begin', 'keep secret-1 of seller-1 at iugu']);
  });

  it('records a registration that the acquirer declines as REFUSED', async () => {
    const text = 'Balanço patrimonial é obrigatório.';
    const { react, status } = world({
      createReceiver: async () => {
        throw new ProviderFailure('invalid', 'no', { mayHaveHappened: false, text });
      },
    });
    expect(await react()).to.deep.equal(['ReceiverRegistrationRefused']);
    expect(status()).to.equal('REFUSED');
  });

  it('records a refusal without calling the acquirer if a file, the storage or the seller’s data is missing', async () => {
    const calls: ReceiverRequest[] = [];
    const withoutFile = world(answering(calls));
    withoutFile.files.kept.clear();
    const withoutStorage = world(answering(calls));
    withoutStorage.files.fail(true);
    const withErasedSeller = world(answering(calls), { open: async () => undefined });
    for (const { react, order } of [withoutFile, withoutStorage, withErasedSeller]) {
      expect(await react()).to.deep.equal(['ReceiverRegistrationRefused']);
      expect(order).to.deep.equal([]);
    }
    expect(calls).to.deep.equal([]);
  });
});

describe('A registration of which the log may have lost a call', () => {
  const lately = { epoch: async () => ({ number: 2, since: now, began: '9' }) };
  const absence = { createReceiver: { seconds: 60 } };

  it('is left to a person where the acquirer cannot search by our id', async () => {
    let at = now;
    const calls: ReceiverRequest[] = [];
    const ports = { ...lately, now: () => at };
    const { react, readBack, status } = world(answering(calls), ports);
    expect(await react()).to.deep.equal([]);
    expect(await readBack(), 'the call may still be on its way').to.deep.equal([]);
    at = LATER;
    expect(await readBack()).to.deep.equal(['ReceiverRegistrationUnanswered']);
    expect([status(), calls]).to.deep.equal(['UNANSWERED', []]);
  });

  it('is sent where the acquirer says that it has none, once that is final', async () => {
    let at = now;
    const calls: ReceiverRequest[] = [];
    const provider = { ...answering(calls), findReceiver: async () => undefined, absence };
    const { react, readBack } = world(provider, { ...lately, now: () => at });
    await react();
    at = addSeconds(now, 45);
    expect(await readBack(), 'not final yet').to.deep.equal([]);
    at = LATER;
    expect(await readBack()).to.deep.equal(['ReceiverRegistered']);
    expect(calls).to.have.length(1);
  });

  it('is not called refused for what fails here', async () => {
    const { files, react, status } = world(answering([]), lately);
    files.kept.clear();
    expect(await react()).to.deep.equal(['ReceiverRegistrationUnanswered']);
    expect(status()).to.equal('UNANSWERED');
  });
});

describe('readBackReceiver', () => {
  it('sends nothing again where no document says that "none" is final', async () => {
    const calls: ReceiverRequest[] = [];
    const provider = {
      createReceiver: async (request: ReceiverRequest) => {
        calls.push(request);
        return timedOut();
      },
      findReceiver: async () => undefined,
    };
    const { react, readBack } = world(provider);
    await react();
    expect(await readBack()).to.deep.equal([]);
    expect(calls).to.have.length(1);
  });

  it('records the acquirer’s status once', async () => {
    const { react, readBack, status } = world({
      ...answering([]),
      getReceiver: async () => ({ providerReceiverId: 're-1', status: 'ACTIVE' }),
    });
    await react();
    expect(await readBack()).to.deep.equal(['ReceiverActivated']);
    expect(status()).to.equal('ACTIVE');
    expect(await readBack()).to.deep.equal([]);
  });

  it('leaves an unanswered registration as it is where the acquirer cannot search by our id', async () => {
    const { react, readBack, status } = world({ createReceiver: timedOut });
    expect(await react()).to.deep.equal(['ReceiverRegistrationUnanswered']);
    expect(await readBack()).to.deep.equal([]);
    expect(status()).to.equal('UNANSWERED');
  });

  it('finds a registration by our id when its answer was lost', async () => {
    const { react, readBack } = world({
      createReceiver: timedOut,
      findReceiver: async ({ registrationId }) =>
        registrationId === REGISTRATION
          ? { providerReceiverId: 're-1', status: 'ACTIVE' }
          : undefined,
    });
    await react();
    expect(await readBack()).to.deep.equal(['ReceiverRegistered']);
  });

  it('sends an unknown registration again under the same id once its absence is final, and nowhere else', async () => {
    const calls: ReceiverRequest[] = [];
    const create = answering(calls).createReceiver;
    const provider = {
      createReceiver: (request: ReceiverRequest) =>
        calls.length === 0 ? create(request).then(timedOut) : create(request),
      findReceiver: async () => undefined,
      absence: { createReceiver: { seconds: 60 } },
    };
    let at = now;
    const never = world(provider, { now: () => at });
    await never.react();
    at = addSeconds(now, 86_400);
    expect(await never.readBack(), 'the acquirer declares nothing').to.deep.equal([]);
    calls.splice(0);
    at = now;
    const declaring = { ...provider, absence: { createReceiver: { seconds: 60 } } };
    const { react, readBack } = world(declaring, { now: () => at });
    await react();
    at = addSeconds(now, 65);
    expect(await readBack()).to.deep.equal([]);
    at = addSeconds(now, 66);
    expect(await readBack()).to.deep.equal(['ReceiverRegistered']);
    expect(calls.map(({ registrationId }) => registrationId)).to.deep.equal([
      REGISTRATION,
      REGISTRATION,
    ]);
  });
});
