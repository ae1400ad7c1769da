import { expect } from 'chai';
import { withShortPauses } from '#/api/testing/short-pauses.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { portsTo } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleRefund } from '#/domain/testing/samples.ts';
import { createCommandHandler } from '#/ledger/handle-command.ts';
import { thisMachine } from '#/ledger/machine.ts';
import { createMemoryStore } from '#/ledger/stores/memory.ts';
import { context } from '#/ledger/testing/policy-world.ts';
import { refund } from '#/domain/refund/decider.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import type { DueOpenRequests } from './open-requests.ts';
import { startReadBack } from './read-back.ts';

describe('The read-back of a refund', () => {
  /** Lets the worker read a refund back once. @returns the requests that it remembers as unanswered */
  const readBackOnce = async (
    getRefund: PaymentProvider['getRefund'],
    {
      others = [],
      onFailure = (error) => expect.fail(String(error)),
    }: {
      readonly others?: readonly DueOpenRequests[];
      readonly onFailure?: (error: unknown) => void;
    } = {},
  ): Promise<readonly string[]> => {
    const handler = createCommandHandler({ store: createMemoryStore() });
    const command = { type: 'RequestProviderRefund', refund: sampleRefund } as const;
    await handler.handle(refund, 'refund-r-1', command, context());
    let calls = 0;
    const unansweredIds: string[] = [];
    const worker = startReadBack({
      core: withShortPauses({
        handler,
        machine: thisMachine,
        ports: portsTo({
          getRefund: async (of) => {
            calls += 1;
            return getRefund?.(of);
          },
        }),
        now: () => now,
      }),
      due: [
        ...others,
        {
          take: async () => (calls === 0 ? [{ kind: 'refund', id: 'r-1' }] : []),
          rememberUnanswered: (id) => unansweredIds.push(id),
        },
      ],
      onFailure,
    });
    await eventually(() => calls > 0 || undefined, 'the acquirer was asked');
    await worker.stop();
    return unansweredIds;
  };

  it('counts as answered when the acquirer says that the refund is still pending', async () => {
    expect(await readBackOnce(async ({ refundId }) => ({ refundId, status: false }))).to.deep.equal(
      [],
    );
  });

  it('is made while other kinds of requests cannot be listed', async () => {
    const failures: unknown[] = [];
    const failing = {
      take: () => Promise.reject(new Error('no database')),
      rememberUnanswered: () => undefined,
    };
    await readBackOnce(async ({ refundId }) => ({ refundId, status: false }), {
      others: [failing],
      onFailure: (error) => failures.push(error),
    });
    expect(failures).to.not.deep.equal([]);
  });

  it('counts as unanswered, so that it is repeated soon, when the acquirer does not answer', async () => {
    const silent = async (): Promise<never> => {
      throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
    };
    expect(await readBackOnce(silent)).to.deep.equal(['r-1']);
  });
});
