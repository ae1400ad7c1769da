import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { streamOf } from '#/domain/values/ids.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { ReceiverCommand } from '#/domain/receiver/commands.ts';
import { checklistOf } from '#/domain/receiver/files.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleRefund, sampleEncrypted } from '#/domain/testing/samples.ts';
import { payWithdrawal } from '#/domain/workflows/pay-withdrawal.ts';
import { registerReceiver } from '#/domain/workflows/register-receiver.ts';
import { refundAtProvider } from '#/domain/workflows/refund-at-provider.ts';
import type { Ports, Reaction } from '#/domain/workflows/reaction.ts';
import { createAccountPeriods } from './accounts/periods.ts';
import { decode } from './codec.ts';
import { createDispatcher, recordCalls } from './dispatch.ts';
import type { EventStore } from './event-store.ts';
import { createCommandHandler } from './handle-command.ts';
import { twoStores, type TwoStores } from './testing/two-stores.ts';

const REQUESTS = 20;

interface Request {
  readonly reaction: Reaction;
  readonly opening: readonly AddressedCommand[];
}

const refundOf = (id: string): Request => {
  const data = { ...sampleRefund, heldIn: 1 };
  return {
    reaction: refundAtProvider,
    opening: [{ to: 'refund', id, command: { type: 'RequestProviderRefund', refund: data } }],
  };
};

const withdrawalOf = (id: string): Request => {
  const data = {
    platformId: 'demo',
    receiverId: 'seller-1',
    currency: 'BRL',
    amount: cents(5_000),
    fee: cents(150),
    provider: 'sandbox',
    method: 'PIX',
    pixType: 'EMAIL',
    destination: sampleEncrypted,
    heldIn: 1,
    at: now,
  } as const;
  return {
    reaction: payWithdrawal,
    opening: [{ to: 'withdrawal', id, command: { type: 'RequestWithdrawal', withdrawal: data } }],
  };
};

const registrationOf = (id: string): Request => {
  const owner = { platformId: 'demo', sellerId: id, now };
  const files = checklistOf('CPF').flatMap((kind): readonly ReceiverCommand[] => {
    const file = { ...owner, fileId: randomUUID() };
    return [
      { ...file, type: 'GrantUpload', kind, contentType: 'image/png', size: 1_000 },
      { ...file, type: 'SubmitFile' },
      { ...file, type: 'ApproveFile' },
    ];
  });
  const asEncrypted = { register: sampleEncrypted, contact: sampleEncrypted } as const;
  const identity = { identity: sampleEncrypted, email: sampleEncrypted } as const;
  const registration = { provider: 'sandbox', registrationId: randomUUID() };
  const commands: readonly ReceiverCommand[] = [
    { ...owner, type: 'ReviseDetails', documentType: 'CPF', ...asEncrypted },
    ...files,
    { ...owner, ...registration, type: 'RequestRegistration', ...identity },
  ];
  return {
    reaction: registerReceiver,
    opening: commands.map((command) => ({ to: 'receiver', id, command })),
  };
};

const requests = { refund: refundOf, withdrawal: withdrawalOf, registration: registrationOf };

const requestTypes: ReadonlySet<string> = new Set([
  'RefundRequested',
  'WithdrawalRequested',
  'ReceiverRegistrationRequested',
]);

const details = {
  name: 'Ana',
  document: '52998224725',
  email: 'ana@example.com',
  pixKey: 'ana@example.com',
  phone: '11912345678',
  description: 'Cursos',
  monthlyRevenue: 500_000,
  address: { zipCode: '01310100', address: 'Avenida Paulista', number: '1' },
  bankAccount: { bankCode: '341' },
};

/** What the provider does with a call. */
type Reply = 'accepts' | 'declines';

const processOver = (
  store: EventStore,
  providerCalls: string[],
  reply: () => Reply = () => 'accepts',
) => {
  const handler = createCommandHandler({ store });
  const accounts = createAccountPeriods({ handler, store });
  const dispatch = createDispatcher({ handler, accounts, now: () => now });
  const recordCall = (id: string): void => {
    providerCalls.push(id);
    if (reply() === 'declines')
      throw new ProviderFailure('refused', 'insufficient balance', { mayHaveHappened: false });
  };
  const provider: Partial<PaymentProvider> = {
    refund: async ({ refundId }) => {
      recordCall(refundId);
      return { refundId, status: true };
    },
    withdraw: async ({ withdrawReference, amount }) => {
      recordCall(withdrawReference);
      return { withdrawId: withdrawReference, status: 'APPROVED', amount };
    },
    createReceiver: async ({ registrationId }) => {
      recordCall(registrationId);
      return { providerReceiverId: registrationId, status: 'PENDING' };
    },
  };
  const picture = {
    contentType: 'image/png',
    bytes: Buffer.from('png'),
    access: 'private',
  } as const;
  const ports: Ports = {
    ...portsTo(provider, now),
    open: async <Value>() => details as Value,
    files: { ...memoryFiles().storage, get: async () => picture },
    begin: recordCalls(dispatch),
  };
  const send = (addressed: readonly AddressedCommand[]) =>
    dispatch(
      addressed.map((command) => ({
        command,
        context: {
          commandId: randomUUID(),
          platform: 'demo',
          actor: 'system',
          correlation: command.id,
        },
      })),
    );
  return {
    open: async ({ opening }: Request) => {
      const outcomes = await send(opening);
      expect(outcomes.map(({ kind }) => kind)).to.deep.equal(opening.map(() => 'done'));
    },
    react: async ({ reaction, opening: [first] }: Request) => {
      if (!first) throw new Error('nothing was asked for');
      const events = await store.readStream(streamOf(first.to, first.id));
      const event = events.map(decode).find(({ type }) => requestTypes.has(type));
      if (!event) throw new Error('nothing was asked for');
      await send((await reaction.react({ ...event, aggregateId: first.id }, ports)) ?? []);
    },
  };
};

describe('Of two processes that react to the same request', () => {
  for (const [name, open] of Object.entries(twoStores)) {
    describe(`over ${name}`, () => {
      let opened: TwoStores;

      before(async () => {
        opened = await open();
      });
      after(() => opened.close());

      for (const [kind, requestOf] of Object.entries(requests)) {
        it(`one calls the provider for a ${kind}, and a process that comes later does not`, async () => {
          const providerCalls: string[] = [];
          const [oneProcess, otherProcess] = [
            processOver(opened.stores[0], providerCalls),
            processOver(opened.stores[1], providerCalls),
          ];
          const manyRequests = Array.from({ length: REQUESTS }, () => requestOf(randomUUID()));
          await Promise.all(manyRequests.map(oneProcess.open));
          await Promise.all(
            manyRequests.flatMap((request) => [
              oneProcess.react(request),
              otherProcess.react(request),
            ]),
          );
          expect([providerCalls.length, new Set(providerCalls).size]).to.deep.equal([
            REQUESTS,
            REQUESTS,
          ]);
          const later = processOver(opened.stores[1], providerCalls);
          await Promise.all(manyRequests.map(later.react));
          expect(providerCalls).to.have.length(REQUESTS);
        });

        it(`none calls the provider again for a ${kind} that it has declined`, async () => {
          const providerCalls: string[] = [];
          const replies: Reply[] = ['declines'];
          const reply = () => replies.pop() ?? 'accepts';
          const [oneProcess, otherProcess] = [
            processOver(opened.stores[0], providerCalls, reply),
            processOver(opened.stores[1], providerCalls, reply),
          ];
          const request = requestOf(randomUUID());
          await oneProcess.open(request);
          for (const process of [oneProcess, otherProcess, oneProcess])
            await process.react(request);
          expect(providerCalls).to.have.length(1);
        });
      }
    });
  }
});
