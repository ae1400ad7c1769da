import { expect } from 'chai';
import type { LastAttempt } from '#/domain/acquiring/call-attempt.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import { NOT_INVESTIGATED } from '#/domain/investigation/investigation.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentEvent } from '#/domain/payment/state.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { FIRST_EPOCH, paymentAfter, portsTo, statusAfter } from '#/domain/testing/ports.ts';
import { sampleNow, samplePayment, sampleEncrypted } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { readBackPayment, readBackWithdrawal } from './read-back.ts';
import { readBackRefund } from './read-back-refund.ts';

const DEADLINE = addSeconds(sampleNow, 5);
const HOUR = 3_600;
const DAY = 24 * HOUR;

const attempt = {
  attemptId: '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11',
  ordinal: 1,
  provider: 'sandbox',
  epoch: 1,
  deadline: DEADLINE,
  at: sampleNow,
} as const;

const owner = { platformId: 'demo', provider: 'sandbox', currency: 'BRL' } as const;
const refund = {
  ...owner,
  sellerId: 'seller-1',
  paymentId: 'p-1',
  transactionId: 'tx-1',
  amount: cents(500),
  at: sampleNow,
};
const withdrawal = {
  ...owner,
  receiverId: 'seller-1',
  amount: cents(5_000),
  fee: cents(150),
  method: 'PIX',
  pixType: 'EMAIL',
  destination: sampleEncrypted,
  at: sampleNow,
} as const;

/** An acquirer that answers calls, and finds none of them in look-ups. */
const acquirerWithoutCalls = (declares: Partial<PaymentProvider>) => {
  const sent: string[] = [];
  const provider: Partial<PaymentProvider> = {
    ...declares,
    findTransaction: async () => undefined,
    getRefund: async () => undefined,
    findWithdraw: async () => undefined,
    createTransaction: async ({ orderId, amount, paymentMethod }) => {
      sent.push(orderId);
      return { paymentMethod, transactionId: 'tx-1', status: 'PENDING', amount };
    },
    refund: async ({ refundId }) => {
      sent.push(refundId);
      return { refundId, status: true };
    },
    withdraw: async ({ withdrawReference: withdrawId, amount }) => {
      sent.push(withdrawId);
      return { withdrawId, status: 'APPROVED', amount };
    },
  };
  return { sent, provider };
};

interface Case {
  readonly seconds: number;
  readonly last?: LastAttempt | null;
  readonly epoch?: Epoch;
  /** The epoch in which the money was held; null = before epochs were recorded. */
  readonly heldIn?: number | null;
}

const holdEpoch = (heldIn: number | null) => (heldIn === null ? {} : { heldIn });

/**
 * Reads a refund or a payout back.
 * @returns how many calls were sent, and the commands
 */
const moneyOut = {
  refund: async (
    declares: Partial<PaymentProvider>,
    { seconds, last = attempt, epoch = FIRST_EPOCH, heldIn = 1 }: Case,
  ) => {
    const { sent, provider } = acquirerWithoutCalls(declares);
    const ports = portsTo(provider, addSeconds(DEADLINE, seconds));
    const commands = await readBackRefund(
      'r-1',
      {
        requested: { ...refund, ...holdEpoch(heldIn) },
        attempt: last,
        isAccepted: false,
        investigation: NOT_INVESTIGATED,
      },
      { ...ports, epoch: async () => epoch },
    );
    return { sent: sent.length, commands };
  },
  withdraw: async (
    declares: Partial<PaymentProvider>,
    { seconds, last = attempt, epoch = FIRST_EPOCH, heldIn = 1 }: Case,
  ) => {
    const { sent, provider } = acquirerWithoutCalls(declares);
    const ports = portsTo(provider, addSeconds(DEADLINE, seconds));
    const commands = await readBackWithdrawal(
      'w-1',
      {
        requested: { ...withdrawal, ...holdEpoch(heldIn) },
        status: 'UNANSWERED',
        attempt: last,
        approvals: [],
        payableSince: withdrawal.at,
        providerWithdrawIds: [],
      },
      { ...ports, epoch: async () => epoch },
    );
    return { sent: sent.length, commands };
  },
};

for (const operation of ['refund', 'withdraw'] as const) {
  const what = operation === 'refund' ? 'refund' : 'payout';
  const readBack = moneyOut[operation];
  const sentAfter = async (declares: Partial<PaymentProvider>, given: Case) =>
    (await readBack(declares, given)).sent;

  describe(`A ${what} that its acquirer does not find`, () => {
    it('is never made again where the acquirer does not declare when absence is final, and is at last left to staff', async () => {
      expect(await readBack({}, { seconds: HOUR })).to.deep.equal({ sent: 0, commands: [] });
      const { sent, commands } = await readBack({}, { seconds: 40 * DAY });
      expect(sent).to.equal(0);
      expect(commands).to.have.length(1);
      expect(commands[0]).to.include({ type: 'LeaveUnresolved', cause: 'unanswered' });
    });

    it('is made again once the declared time has passed since the deadline of the call', async () => {
      const declares = { absence: { [operation]: { seconds: 300 } } };
      expect(await sentAfter(declares, { seconds: 300 })).to.equal(0);
      expect(await sentAfter(declares, { seconds: 301 })).to.equal(1);
    });

    it('is made again at once where no call can have reached the acquirer', async () => {
      const unsent = { ...attempt, isUnsent: true } as const;
      expect(await sentAfter({}, { seconds: 0, last: unsent })).to.equal(1);
      expect(await sentAfter({}, { seconds: 0, last: null }), 'none was made').to.equal(1);
      const later = { ...unsent, ordinal: 2 };
      expect(await sentAfter({}, { seconds: HOUR, last: later }), 'an earlier one').to.equal(0);
    });

    it('is not made again at once where the request may repeat one that the log has lost', async () => {
      const given = { seconds: HOUR, last: null, heldIn: 2 };
      const began = (ago: number): Epoch => {
        const since = addSeconds(sampleNow, -ago);
        return { number: 2, since, began: '' };
      };
      expect(await sentAfter({}, { ...given, epoch: began(60) })).to.equal(0);
      expect(await sentAfter({}, { ...given, epoch: began(HOUR) })).to.equal(1);
      expect(await sentAfter({}, { ...given, epoch: began(HOUR), heldIn: 1 })).to.equal(0);
    });

    it('is not made again at once where an earlier release requested it, and recorded no calls', async () => {
      const given = { seconds: HOUR, last: null, heldIn: null };
      expect(await sentAfter({}, given)).to.equal(0);
      const declares = { absence: { [operation]: { seconds: 300 } } };
      expect(await sentAfter(declares, given)).to.equal(1);
    });

    it('is looked for longer where the log lost its end after the last call on record', async () => {
      const declares = { absence: { [operation]: { seconds: 600 } } };
      const epoch = { number: 2, since: addSeconds(DEADLINE, 300), began: '' };
      expect(await sentAfter(declares, { seconds: 905, epoch })).to.equal(0);
      expect(await sentAfter(declares, { seconds: 906, epoch })).to.equal(1);
    });
  });
}

describe('A charge that its acquirer does not find', () => {
  const SOON = 40;
  const LATE = 200;
  const readBack = async (
    method: PaymentMethod,
    declares: Partial<PaymentProvider>,
    seconds: number,
  ) => {
    const { sent, provider } = acquirerWithoutCalls(declares);
    const events: readonly PaymentEvent[] = [
      { type: 'PaymentRequested', data: samplePayment({ method }) },
      { type: 'ChargeAttempted', data: attempt },
    ];
    const state = paymentAfter(...events);
    const ports = portsTo(provider, addSeconds(DEADLINE, seconds));
    const commands = await readBackPayment('p-1', state, 'read-back', ports);
    return [sent.length, statusAfter(state, commands)];
  };

  it('is made again or called off when it is a PIX, because no buyer has seen its code', async () => {
    expect(await readBack('PIX', {}, SOON)).to.deep.equal([1, 'PENDING']);
    expect(await readBack('PIX', {}, LATE)).to.deep.equal([0, 'CANCELED']);
  });

  for (const method of ['BILLET', 'CREDIT_CARD'] as const) {
    it(`is neither made again nor called off when it is a ${method}, unless the acquirer declares when absence is final`, async () => {
      expect(await readBack(method, {}, SOON)).to.deep.equal([0, 'PENDING']);
      expect(await readBack(method, {}, LATE)).to.deep.equal([0, 'PENDING']);
      const slow = { absence: { createTransaction: { seconds: 600 } } };
      expect(await readBack(method, slow, LATE)).to.deep.equal([0, 'PENDING']);
      expect(await readBack(method, slow, 601)).to.deep.equal([0, 'CANCELED']);
      const quick = { absence: { createTransaction: { seconds: 30 } } };
      expect(await readBack(method, quick, SOON)).to.deep.equal([
        method === 'BILLET' ? 1 : 0,
        'PENDING',
      ]);
    });
  }
});
