import { expect } from 'chai';
import { readBackWithdrawal } from '#/domain/workflows/read-back.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { memoryFiles } from '#/domain/testing/memory-files.ts';
import { withoutReceivers } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { dryRunPorts, DryRunStopped } from './dry-run-ports.ts';

describe('dryRunPorts', () => {
  it('lets a workflow query the acquirer, but records no look-up for staff and stops it before a payout', async () => {
    const calls: string[] = [];
    const ports: Ports = {
      providers: async () => ({
        id: 'sandbox',
        label: 'Sandbox',
        paymentMethods: [],
        withdrawMethods: ['PIX'],
        findWithdraw: async () => {
          calls.push('asked');
          return undefined;
        },
        absence: { withdraw: { seconds: 60 } },
        withdraw: async ({ amount }) => {
          calls.push('paid out');
          return { withdrawId: 'po-1', status: 'PENDING', amount };
        },
      }),
      open: async <Value>() => ({ pixKey: 'a@b.c', name: 'Ana', document: '1' }) as Value,
      files: memoryFiles().storage,
      ...withoutReceivers,
      lookUps: { note: () => calls.push('noted') },
      secretName: (text) => text,
      digest: (text) => text,
      webhookUrl: () => 'http://127.0.0.1:9',
      now: () => now,
    };
    const requested = { ...sampleWithdrawal, at: addSeconds(now, -600) };
    const none = {
      attempt: null,
      approvals: [],
      payableSince: requested.at,
      providerWithdrawIds: [],
    };
    const unanswered = { status: 'UNANSWERED', requested, ...none } as const;
    const end = await readBackWithdrawal('w-1', unanswered, dryRunPorts(ports)).catch(
      (error: unknown) => error,
    );
    expect(end).to.be.instanceOf(DryRunStopped).with.property('operation', 'withdraw');
    expect(calls).to.deep.equal(['asked']);
    await readBackWithdrawal('w-1', unanswered, ports);
    expect(calls).to.deep.equal(['asked', 'asked', 'noted', 'paid out']);
  });
});
