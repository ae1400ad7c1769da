import { expect } from 'chai';
import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment as paymentDecider } from '#/domain/payment/decider.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { Charges, PaymentMethod, TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter, portsTo, statusAfter } from '#/domain/testing/ports.ts';
import { sampleCall, sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds, type Timestamp } from '#/domain/values/time.ts';
import type { Ports } from './reaction.ts';
import { readBackPayment } from './read-back.ts';
import { submitPayment } from './submit-payment.ts';
import { isSilence } from './unresolved-charge.ts';

const restored: Epoch = { number: 2, since: now, began: '1' };

const choice: RoutingDecision = {
  reason: 'SHARE',
  considered: [
    { provider: 'sandbox', share: 70, standing: 'FIT' },
    { provider: 'pagarme', share: 30, standing: 'FIT' },
  ],
};

type OtherAcquirer = Pick<PaymentProvider, 'absence' | 'findTransaction'>;

const buyer = {
  identity: { name: 'Ana', document: '52998224725' },
  contact: { email: 'ana@example.com' },
};

const stateAfter = (
  state: RequestedPayment,
  commands: readonly PaymentCommand[],
): RequestedPayment => {
  const { decide, evolve, initial } = paymentDecider;
  const after = commands.reduce<typeof initial>(
    (before, command) => decide(command, before).reduce(evolve, before),
    state,
  );
  return after.status === 'NONE' ? expect.fail('no payment') : after;
};

/** The other acquirer of the route, which has this charge. */
const acquirerWith = (charge?: TransactionResult): OtherAcquirer => ({
  absence: { createTransaction: { seconds: 1 } },
  findTransaction: async () => charge,
});

const silent: OtherAcquirer = {
  findTransaction: async () => {
    throw new ProviderFailure('unavailable', 'no answer', { mayHaveHappened: false });
  },
};

/** Ports to both acquirers of the route, after the log's database has failed over and may have lost events. */
const portsToBoth = (
  at: Timestamp,
  first: Partial<PaymentProvider>,
  other: OtherAcquirer,
): Ports => {
  const ports = portsTo({}, at);
  const providers: Ports['providers'] = async (id, platformId) => ({
    ...(await ports.providers(id, platformId)),
    id,
    ...(id === 'pagarme' ? other : first),
  });
  return { ...ports, providers, epoch: async () => restored };
};

/**
 * Reads back a lost purchase that was asked for again.
 * @returns the commands
 */
const readBack = async (
  method: PaymentMethod,
  other: OtherAcquirer,
  mayRepeat = true,
): Promise<readonly object[]> => {
  const data = samplePayment({ method, choice, at: addSeconds(now, 60), mayRepeat });
  const { attemptId } = sampleCall;
  const at = addSeconds(now, 61);
  const payment = paymentAfter(
    { type: 'PaymentRequested', data },
    {
      type: 'ChargeAttempted',
      data: { ...sampleCall, ordinal: 1, provider: 'sandbox', epoch: 2, at },
    },
    {
      type: 'PaymentSubmissionUnanswered',
      data: { failure: 'unavailable', isUnsent: true, attemptId, at },
    },
  );
  const ports = portsToBoth(addSeconds(now, 600), acquirerWith(), other);
  return readBackPayment('p-1', payment, 'read-back', ports);
};

const paidBy = (paymentMethod: PaymentMethod, status: TransactionResult['status'] = 'APPROVED') =>
  ({ paymentMethod, transactionId: 'tx-1', status, amount: cents(9_700) }) as const;

describe('A purchase that the log has lost, sent again by the buyer and not charged by the first acquirer', () => {
  for (const method of ['PIX', 'BILLET', 'CREDIT_CARD'] as const) {
    it(`is not called off when another acquirer of its route was paid: ${method}`, async () => {
      const [reroute, ...rest] = await readBack(method, acquirerWith(paidBy(method)));
      expect(rest).to.deep.equal([]);
      const move = {
        type: 'Reroute',
        from: 'sandbox',
        to: 'pagarme',
        cause: 'charged-elsewhere',
      };
      expect(reroute).to.include(move);
    });
  }

  it('is called off when the other acquirer has no charge of it, or has turned it down', async () => {
    for (const other of [acquirerWith(), acquirerWith(paidBy('PIX', 'REJECTED'))]) {
      const commands = await readBack('PIX', other);
      expect(commands.map((each) => Object(each).cause)).to.deep.equal(['never-submitted']);
    }
  });

  it('stays open where the other acquirer cannot search for it, or does not say when its absence is final', async () => {
    for (const other of [{}, { findTransaction: async () => undefined }])
      expect(await readBack('PIX', other)).to.deep.equal([]);
  });

  it('is called off without asking the acquirer when it certainly repeats no request', async () => {
    const never = async () => expect.fail('the acquirer was asked');
    const commands = await readBack('PIX', { findTransaction: never }, false);
    expect(commands.map((each) => Object(each).type)).to.deep.equal(['CallOff']);
  });
});

describe('A lost PIX whose second charge has expired', () => {
  const move = { type: 'Reroute', from: 'sandbox', to: 'pagarme', cause: 'charged-elsewhere' };

  const askExpired = async (
    other: OtherAcquirer,
    secondStatus: TransactionResult['status'] = 'PENDING',
  ) => {
    const at = addSeconds(now, 60);
    const expiresAt = addSeconds(at, 900);
    const data = samplePayment({ method: 'PIX', choice, at, expiresAt, mayRepeat: true });
    const codes = { pixCode: 'code', billetCode: null, billetUrl: null, cardBrand: null };
    const means = { ...codes, cardLastDigits: null, expiresAt };
    const payment = paymentAfter(
      { type: 'PaymentRequested', data },
      { type: 'PaymentSubmitted', data: { transactionId: 'tx-0', ...means, at } },
    );
    const first = {
      getTransaction: async () => ({ ...paidBy('PIX', secondStatus), transactionId: 'tx-0' }),
    };
    const ports = portsToBoth(addSeconds(expiresAt, 600), first, other);
    return { payment, commands: await readBackPayment('p-1', payment, 'read-back', ports) };
  };

  const readBackExpired = async (
    ...asked: Parameters<typeof askExpired>
  ): Promise<readonly object[]> => {
    const { commands } = await askExpired(...asked);
    return commands.filter(({ type }) => type === 'CallOff' || type === 'Reroute');
  };

  it('is not called off when another acquirer of its route was paid', async () => {
    const [reroute, ...rest] = await readBackExpired(acquirerWith(paidBy('PIX')));
    expect(reroute).to.include(move);
    expect(rest).to.deep.equal([]);
  });

  for (const said of ['CANCELED', 'REJECTED'] as const) {
    it(`moves to the acquirer that was paid also where the acquirer of the second charge states that it expired: ${said}`, async () => {
      const [reroute] = await readBackExpired(acquirerWith(paidBy('PIX')), said);
      expect(reroute).to.include(move);
    });
  }

  it('is called off when no other acquirer was paid, as far as they can be asked', async () => {
    for (const other of [acquirerWith(), acquirerWith(paidBy('PIX', 'PENDING')), {}]) {
      const commands = await readBackExpired(other);
      expect(commands.map((each) => Object(each).cause)).to.deep.equal(['expired']);
    }
  });

  it('stays open while another acquirer gives no answer', async () => {
    expect(await readBackExpired(silent)).to.deep.equal([]);
  });

  it('stays open also where the acquirer of the second charge states that it expired, and is soon read back again', async () => {
    for (const said of ['CANCELED', 'REJECTED'] as const) {
      const { payment, commands } = await askExpired(silent, said);
      expect([statusAfter(payment, commands), isSilence(commands)]).to.deep.equal([
        'PENDING',
        true,
      ]);
    }
  });

  it('ends where the acquirer of the second charge says so, and no other acquirer was paid', async () => {
    for (const said of ['CANCELED', 'REJECTED'] as const) {
      const { payment, commands } = await askExpired(acquirerWith(), said);
      expect(statusAfter(payment, commands)).to.equal(said);
    }
  });
});

describe('A lost PIX whose second charge is refused', () => {
  const refusals: Readonly<Record<string, Charges['createTransaction']>> = {
    'by an answer': async () => ({ ...paidBy('PIX', 'REJECTED'), transactionId: 'tx-0' }),
    'by a declined call': async () => {
      throw new ProviderFailure('refused', 'no', { mayHaveHappened: false });
    },
  };

  /** The last acquirer of the route refuses the charge. */
  const refuse = async (createTransaction: Charges['createTransaction'], other: OtherAcquirer) => {
    const [first, second] = choice.considered;
    const tried = second && { ...second, standing: 'DECLINED' as const };
    const last = { ...choice, considered: [first, tried].filter((each) => each !== undefined) };
    const at = addSeconds(now, 60);
    const expiresAt = addSeconds(at, 900);
    const data = samplePayment({ method: 'PIX', choice: last, at, expiresAt, mayRepeat: true });
    const payment = paymentAfter(
      { type: 'PaymentRequested', data },
      {
        type: 'ChargeAttempted',
        data: { ...sampleCall, ordinal: 1, provider: 'sandbox', epoch: 2, at },
      },
    );
    const ports = portsToBoth(at, { createTransaction }, other);
    const commands = await submitPayment(
      'p-1',
      payment,
      { buyer, isFirstOnRecord: true, attempt: sampleCall },
      ports,
    );
    return stateAfter(payment, commands);
  };

  for (const [how, createTransaction] of Object.entries(refusals)) {
    it(`moves to the acquirer that was paid, or may still be paid: ${how}`, async () => {
      for (const status of ['APPROVED', 'PENDING'] as const) {
        const after = await refuse(createTransaction, acquirerWith(paidBy('PIX', status)));
        expect(after).to.include({ status: 'PENDING', provider: 'pagarme' });
      }
    });

    it(`stays open while another acquirer gives no answer: ${how}`, async () => {
      const { status, submission } = await refuse(createTransaction, silent);
      expect(status).to.equal('PENDING');
      expect(submission, 'the buyer need not wait for the call').to.not.equal('AWAITED');
    });

    it(`is rejected where no other acquirer has it, as far as they can be asked: ${how}`, async () => {
      for (const other of [acquirerWith(), {}])
        expect((await refuse(createTransaction, other)).status).to.equal('REJECTED');
    });
  }
});
