import { randomUUID } from 'node:crypto';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ReceiverRequest, ReceiverResult } from '#/domain/ports/receiver.ts';
import { receiver, type Receiver, type ReceiverEvent } from '#/domain/receiver/decider.ts';
import type { ReceiverCommand } from '#/domain/receiver/commands.ts';
import type { ReceiverRegistrationRequestedData } from '#/domain/receiver/events.ts';
import { receiverFileKey } from '#/domain/receiver/files.ts';
import { memoryFiles } from './memory-files.ts';
import { sampleNow as now, sampleEncrypted as encrypted } from './samples.ts';
import { withoutReceivers } from './ports.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { readBackReceiver, registerReceiver } from '#/domain/workflows/register-receiver.ts';

export const FILE = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11';
export const REGISTRATION = '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22';
export const LATER = '2026-11-20T15:10:00.000Z';

export const requested: ReceiverRegistrationRequestedData = {
  platformId: 'demo',
  sellerId: 'seller-1',
  provider: 'iugu',
  registrationId: REGISTRATION,
  documentType: 'CPF',
  register: encrypted,
  contact: encrypted,
  identity: encrypted,
  email: encrypted,
  files: [{ fileId: FILE, kind: 'photoDocument', contentType: 'image/png' }],
  at: now,
};

/** The decrypted data of the registration. */
export const opened = {
  name: 'Ana',
  document: '52998224725',
  email: 'ana@example.com',
  phone: '11912345678',
  description: 'Cursos',
  monthlyRevenue: 500_000,
  address: { zipCode: '01310100', address: 'Avenida Paulista', number: '1', complement: 'sala 2' },
  bankAccount: { bankCode: '341' },
};

/** A registration at one acquirer, with the ports of its call and read-back. */
export const registrationWorld = (
  provider: Partial<PaymentProvider>,
  ports: Partial<Ports> = {},
  repeat: Pick<ReceiverRegistrationRequestedData, 'mayRepeat'> = {},
) => {
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
  const recorded: ReceiverEvent[] = [];
  const apply = (command: ReceiverCommand): readonly string[] => {
    const events = receiver.decide(command, state);
    for (const event of events) state = receiver.evolve(state, event);
    recorded.push(...events);
    return events.map(({ type }) => type);
  };
  /** The writes in the order in which they were made. */
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
    const data = { ...requested, ...repeat };
    const event = { type: 'ReceiverRegistrationRequested', data } as const;
    const addressed = await registerReceiver.react(
      { ...event, id: randomUUID(), aggregateId: 'seller-1', position: '1' },
      allPorts,
    );
    return (addressed ?? []).flatMap((each) => (each.to === 'receiver' ? apply(each.command) : []));
  };
  const readBack = async (): Promise<readonly string[]> => {
    const registration = state.registrations.iugu;
    if (!registration) throw new Error('nothing was asked for');
    return (await readBackReceiver(registration, allPorts)).flatMap(apply);
  };
  const registration = () => state.registrations.iugu;
  const status = () => registration()?.status;
  return { files, order, recorded, react, readBack, tell: apply, registration, status };
};

/** An acquirer that registers every receiver, and puts the requests into `calls`. */
export const answering = (calls: ReceiverRequest[], result: Partial<ReceiverResult> = {}) => ({
  createReceiver: async (request: ReceiverRequest): Promise<ReceiverResult> => {
    calls.push(request);
    return { providerReceiverId: 're-1', status: 'PENDING', ...result };
  },
});

export const timedOut = async (): Promise<never> => {
  throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
};
