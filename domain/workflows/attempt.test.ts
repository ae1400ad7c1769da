import { expect } from 'chai';
import type { AttemptToSend } from '#/domain/acquiring/call-attempt.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter, portsTo } from '#/domain/testing/ports.ts';
import {
  sampleNow as now,
  samplePayment,
  sampleRefund,
  sampleWithdrawal,
} from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { sendWithdrawal } from './pay-withdrawal.ts';
import type { Ports } from './reaction.ts';
import { readBackPayment } from './read-back.ts';
import { askForRefund } from './refund-at-provider.ts';

const refund = sampleRefund;

const withdrawal = sampleWithdrawal;

const account = { merchantAccount: 'shop-1', credential: 2 };

/** Requested in this epoch of the log, and not sent yet. */
const NEW = { attempt: null, origin: { at: now, epoch: 1 } };

const payment = paymentAfter({ type: 'PaymentRequested', data: samplePayment() });

const calls: Readonly<Record<string, (ports: Ports) => Promise<unknown>>> = {
  refund: (ports) => askForRefund('r-1', refund, NEW, ports),
  withdraw: (ports) => sendWithdrawal('w-1', withdrawal, NEW, ports),
  createTransaction: (ports) => readBackPayment('p-1', payment, 'read-back', ports),
};

describe('A call to an acquirer', () => {
  for (const [operation, call] of Object.entries(calls)) {
    it(`carries what is on record for it: id, deadline, merchant account and keys: ${operation}`, async () => {
      const recorded: unknown[] = [];
      const sentAttempts: unknown[] = [];
      const recordSent = async ({
        attempt,
      }: {
        readonly attempt?: AttemptToSend;
      }): Promise<never> => {
        sentAttempts.push(attempt);
        throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
      };
      await call({
        ...portsTo(
          { ...account, findTransaction: async () => undefined, [operation]: recordSent },
          now,
        ),
        begin: async (_platformId: string, { command }: AddressedCommand) => {
          recorded.push(
            'credential' in command && {
              attemptId: command.attemptId,
              merchantAccount: command.merchantAccount,
              credential: command.credential,
            },
          );
          return true;
        },
      });
      const [begun] = recorded;
      expect(begun).to.include(account);
      expect(sentAttempts).to.deep.equal([{ ...Object(begun), deadline: addSeconds(now, 5) }]);
    });
  }
});
