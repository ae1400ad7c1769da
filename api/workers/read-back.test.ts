import { thisMachine } from '#/ledger/machine.ts';
import { expect } from 'chai';
import { receiver } from '#/domain/receiver/decider.ts';
import type { ReceiverStatus } from '#/domain/ports/receiver.ts';
import { addSeconds } from '#/domain/time.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleSealed as sealed } from '#/domain/testing/samples.ts';
import { createAccountPeriods } from '#/ledger/accounts/periods.ts';
import { derivedId } from '#/ledger/derived-id.ts';
import { createDispatcher } from '#/ledger/dispatch.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { createDueRequests } from './due-requests.ts';
import { startReadBack } from './read-back.ts';

const about = {
  platformId: 'demo',
  sellerId: 's-1',
  provider: 'iugu',
  registrationId: derivedId('registration', '1'),
  now,
};

describe('startReadBack', () => {
  it('asks the acquirer about a receiver registration until it is active', async () => {
    const store = createMemoryStore();
    const handler = createCommandHandler({ store });
    const accounts = createAccountPeriods({ handler, store });
    const context = { platform: 'demo', actor: 'system', correlation: '1' };
    const commands = [
      { ...about, type: 'ReviseDetails', documentType: 'CPF', register: sealed, contact: sealed },
      { ...about, type: 'RequestRegistration', identity: sealed, email: sealed },
      { ...about, type: 'RecordRegistered', providerReceiverId: 're-1', status: 'PENDING' },
    ] as const;
    await handler.handleAll(
      receiver,
      'receiver-s-1',
      commands.map((command, n) => ({
        command,
        context: { ...context, commandId: derivedId('c', `${n}`) },
      })),
    );
    const answers: ReceiverStatus[] = ['PENDING', 'ACTIVE'];
    const { registrationId } = about;
    let looks = 0;
    const worker = startReadBack({
      core: {
        handler,
        machine: thisMachine,
        dispatch: createDispatcher({ handler, accounts, now: () => now }),
        ports: {
          providers: async () => ({
            id: 'iugu',
            label: 'iugu',
            paymentMethods: [],
            withdrawMethods: [],
            getReceiver: async ({ providerReceiverId }) => {
              const status = answers.shift();
              if (status === undefined) throw new Error('asked once too often');
              return { providerReceiverId, status };
            },
          }),
          open: async () => undefined,
          webhookUrl: () => '',
          ...withoutReceivers,
          files: memoryFiles().storage,
          secretName: (text) => text,
          digest: (text) => text,
          now: () => now,
        },
        // Two seconds per call: the delay before the first read-back.
        now: () => {
          looks += 1;
          return addSeconds(now, 2 * looks);
        },
      },
      due: createDueRequests({
        after: async ({ id }) =>
          id === ''
            ? [
                {
                  kind: 'registration',
                  method: 'REGISTRATION',
                  id: registrationId,
                  sellerId: 's-1',
                  provider: 'iugu',
                  requestedAt: now,
                  submission: 'ANSWERED',
                } as const,
              ]
            : [],
      }),
      onFailure: (error) => expect.fail(String(error)),
    });
    const state = await eventually(async () => {
      const loaded = await handler.load(receiver, 'receiver-s-1');
      return loaded.state.registrations.iugu?.status === 'ACTIVE' ? loaded.state : undefined;
    }, 'the receiver is active');
    await worker.stop();
    expect(state.registrations.iugu?.providerReceiverId).to.equal('re-1');
    expect(answers).to.deep.equal([]);
  });
});
