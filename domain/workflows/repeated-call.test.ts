import { NOT_INVESTIGATED } from '#/domain/investigation/investigation.ts';
import { expect } from 'chai';
import type { BeginAttempt, LastAttempt } from '#/domain/acquiring/call-attempt.ts';
import type { AddressedCommand } from '#/domain/aggregates/deciders.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { FIRST_EPOCH, paymentAfter, portsTo, recordedBy } from '#/domain/testing/ports.ts';
import {
  sampleNow as now,
  samplePayment,
  sampleRefund,
  sampleWithdrawal,
} from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { sendWithdrawal } from './pay-withdrawal.ts';
import { readBackPayment, readBackWithdrawal } from './read-back.ts';
import { readBackRefund } from './read-back-refund.ts';
import type { Ports } from './reaction.ts';
import { askForRefund } from './refund-at-provider.ts';
import { digestOfCharge } from './submit-payment.ts';

const HOUR = 3_600;
const NEW = { attempt: null, origin: { at: now, epoch: 1 } };

const refund = sampleRefund;
const boleto = samplePayment({ method: 'BILLET' });
const opened = { name: 'Ana', document: '52998224725', email: 'ana@example.com', pixKey: 'a@b.c' };
const buyer = {
  identity: { name: opened.name, document: opened.document },
  contact: { email: opened.email },
};

const beginCharge = (begun: BeginAttempt): AddressedCommand => ({
  to: 'payment',
  id: 'p-1',
  command: { type: 'BeginCharge', provider: 'sandbox', ...begun },
});

interface Flow {
  /** Makes the first call, and returns its recorded attempt. */
  readonly first: (ports: Ports) => Promise<LastAttempt>;
  readonly readBack: (attempt: LastAttempt, ports: Ports) => Promise<unknown>;
}

const flows: Readonly<Record<'createTransaction' | 'refund' | 'withdraw', Flow>> = {
  createTransaction: {
    first: async (ports) => {
      const charged = { provider: 'sandbox', requested: boleto };
      const digest = await digestOfCharge('p-1', charged, buyer, ports);
      const attemptId = '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11';
      const begun = { attemptId, after: null, epoch: 1, digest, now };
      return recordedBy(
        (recordingPorts) => recordingPorts.begin('demo', beginCharge(begun)),
        ports,
      );
    },
    readBack: (attempt, ports) => {
      const state = paymentAfter(
        { type: 'PaymentRequested', data: boleto },
        { type: 'ChargeAttempted', data: attempt },
      );
      return readBackPayment('p-1', state, 'read-back', ports);
    },
  },
  refund: {
    first: (ports) =>
      recordedBy((recordingPorts) => askForRefund('r-1', refund, NEW, recordingPorts), ports),
    readBack: (attempt, ports) =>
      readBackRefund(
        'r-1',
        { requested: refund, attempt, isAccepted: false, investigation: NOT_INVESTIGATED },
        ports,
      ),
  },
  withdraw: {
    first: (ports) =>
      recordedBy(
        (recordingPorts) => sendWithdrawal('w-1', sampleWithdrawal, NEW, recordingPorts),
        ports,
      ),
    readBack: (attempt, ports) => {
      const open = {
        requested: sampleWithdrawal,
        status: 'UNANSWERED',
        approvals: [],
        payableSince: sampleWithdrawal.at,
        providerWithdrawIds: [],
      };
      return readBackWithdrawal('w-1', { ...open, status: 'UNANSWERED', attempt }, ports);
    },
  },
};

for (const operation of ['createTransaction', 'refund', 'withdraw'] as const) {
  const { first, readBack } = flows[operation];

  describe(`A call that may have been carried out, at an acquirer that repeats it: ${operation}`, () => {
    const sent: object[] = [];
    const call = async ({ attempt: _new, ...request }: object & { attempt?: unknown }) => {
      sent.push(request);
      throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
    };
    const provider: Partial<PaymentProvider> = {
      repeatable: { [operation]: { hours: 24 } },
      [operation]: call,
      findTransaction: async () => undefined,
      getRefund: async () => undefined,
      findWithdraw: async () => undefined,
    };
    const portsAt = (seconds: number, others: Partial<Ports> = {}): Ports => ({
      ...portsTo(provider, addSeconds(now, seconds)),
      open: async <Value>() => opened as Value,
      ...others,
    });

    beforeEach(() => sent.splice(0));

    it('is repeated with the same bytes within the hours that the acquirer declares', async () => {
      const attempt = await first(portsAt(0));
      await readBack(attempt, portsAt(60));
      const repeated = sent.length;
      expect(repeated).to.be.greaterThan(0);
      expect(sent.at(-1)).to.deep.equal(sent[0]);
      // Once its buyer has gone, a boleto's call is repeated only if the log may have lost the answer.
      const later =
        operation === 'createTransaction'
          ? { epoch: async () => ({ ...FIRST_EPOCH, number: 2 }) }
          : {};
      await readBack(attempt, portsAt(24 * HOUR, later));
      expect(sent.length).to.equal(repeated + 1);
      expect(sent.at(-1)).to.deep.equal(sent[0]);
      await readBack(attempt, portsAt(24 * HOUR + 1, later));
      expect(sent.length).to.equal(repeated + 1);
    });

    it('is not repeated when it would send something else', async () => {
      const attempt = await first(portsAt(0));
      sent.splice(0);
      const otherWebhook = { webhookUrl: () => 'https://another.example' };
      const { digest: _unknown, ...withoutDigest } = attempt;
      if (operation !== 'refund') await readBack(attempt, portsAt(60, otherWebhook));
      await readBack({ ...attempt, digest: 'of another request' }, portsAt(60));
      await readBack(withoutDigest, portsAt(60));
      expect(sent).to.deep.equal([]);
    });

    it('is not repeated when a new release would send other bytes for the same request', async () => {
      const release = (version: number): Partial<Ports> => {
        const encode = { [operation]: async () => `bytes of release ${version}` };
        return {
          providers: async (id, platformId) => ({
            ...(await portsAt(0).providers(id, platformId)),
            encode,
          }),
        };
      };
      const attempt = await first(portsAt(0, release(1)));
      sent.splice(0);
      await readBack(attempt, portsAt(60, release(2)));
      expect(sent).to.deep.equal([]);
      await readBack(attempt, portsAt(60, release(1)));
      expect(sent).to.have.length(1);
    });
  });
}
