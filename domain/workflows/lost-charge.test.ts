import { expect } from 'chai';
import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import type { Epoch } from '#/domain/epoch/epoch.ts';
import { cents } from '#/domain/values/money.ts';
import type { PaymentMethod, TransactionResult } from '#/domain/ports/charge.ts';
import type { Absence } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { paymentAfter, portsTo, statusAfter } from '#/domain/testing/ports.ts';
import { sampleCall, sampleNow as now, samplePayment } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { PaymentCommand } from '#/domain/payment/commands.ts';
import { payment as paymentDecider } from '#/domain/payment/decider.ts';
import type { RequestedPayment } from '#/domain/payment/state.ts';
import type { Ports } from './reaction.ts';
import { readBackPayment } from './read-back.ts';
import { submitPayment } from './submit-payment.ts';

const buyer = {
  identity: { name: 'Ana', document: '52998224725' },
  contact: { email: 'ana@example.com' },
};

const paid: TransactionResult = {
  paymentMethod: 'CREDIT_CARD',
  transactionId: 'tx-1',
  status: 'APPROVED',
  amount: cents(9_700),
};

const restored: Epoch = { number: 2, since: now, began: '1' };

const declared: Absence = { createTransaction: { seconds: 1 } };

/** @returns the status, and how often the acquirer was asked to charge */
const submitRepeated = async (
  findTransaction: (() => Promise<TransactionResult | undefined>) | undefined,
  other: {
    readonly method?: PaymentMethod;
    readonly epoch?: Epoch;
    readonly at?: string;
    readonly mayRepeat?: boolean;
    readonly absence?: Absence;
  } = {},
) => {
  const { method = 'CREDIT_CARD', epoch = restored, at = addSeconds(now, 60) } = other;
  const { absence = declared, mayRepeat } = other;
  const data = samplePayment({ method, at, ...(mayRepeat !== undefined && { mayRepeat }) });
  const payment = paymentAfter({ type: 'PaymentRequested', data });
  let charges = 0;
  const createTransaction = async (): Promise<TransactionResult> => {
    charges += 1;
    return { ...paid, paymentMethod: method };
  };
  const ports = {
    ...portsTo(
      {
        ...(findTransaction && { findTransaction }),
        createTransaction,
        absence,
      },
      at,
    ),
    epoch: async () => epoch,
  };
  const commands = await submitPayment(
    'p-1',
    payment,
    { buyer, isFirstOnRecord: true, attempt: sampleCall },
    ports,
  );
  return [statusAfter(payment, commands), charges];
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

describe('A purchase by card that is repeated after the log has lost it', () => {
  it('is not charged again when the acquirer has its charge', async () => {
    expect(await submitRepeated(async () => paid)).to.deep.equal(['APPROVED', 0]);
  });

  it('is not charged again hours later either, when its key may be older than the failover', async () => {
    const late = { at: addSeconds(now, 7_200), mayRepeat: true } as const;
    expect(await submitRepeated(async () => paid, late)).to.deep.equal(['APPROVED', 0]);
    expect(await submitRepeated(async () => undefined, late)).to.deep.equal(['APPROVED', 1]);
  });

  it('is charged at once just after the failover when it came without a key, so that it repeats none', async () => {
    const keyless = { at: addSeconds(now, 60), mayRepeat: false, absence: {} } as const;
    expect(await submitRepeated(undefined, keyless)).to.deep.equal(['APPROVED', 1]);
  });

  const choice: RoutingDecision = {
    reason: 'SHARE',
    considered: [
      { provider: 'sandbox', share: 70, standing: 'FIT' },
      { provider: 'pagarme', share: 30, standing: 'ASIDE' },
      { provider: 'celcoin', share: 0, standing: 'NOT_OFFERED' },
      { provider: 'onlypix', share: 0, standing: 'NOT_OFFERED' },
    ],
  };

  /**
   * @param has the charge by acquirer or, in a former account, by `former account at <acquirer>`
   * @param at seconds after the restore
   */
  const onRoute = async (has: Record<string, TransactionResult>, at = 60) => {
    const asked: string[] = [];
    const clock = { now: addSeconds(now, at) };
    const data = samplePayment({ method: 'CREDIT_CARD', choice, at: clock.now });
    const ports = { ...portsTo({}), now: () => clock.now };
    const providers: Ports['providers'] = async (id, platformId, use) => {
      const connected = `account at ${id}`;
      const called = use?.for === 'LOOK_UP' ? use.merchantAccount : undefined;
      const merchantAccount = called ?? connected;
      const place = merchantAccount === connected ? id : merchantAccount;
      const former = [`former account at ${id}`].filter((name) => name in has);
      return {
        ...(await ports.providers(id, platformId)),
        id,
        merchantAccount,
        paymentMethods: id === 'onlypix' ? ['PIX'] : ['CREDIT_CARD'],
        ...(use?.for === 'SEARCH' && { formerAccounts: former }),
        absence: declared,
        findTransaction: async () => {
          asked.push(place);
          return has[place];
        },
        createTransaction: async () => {
          asked.push(`charge ${place}`);
          return paid;
        },
      };
    };
    const all = { ...ports, providers, epoch: async () => restored };
    const repeat = (state: RequestedPayment) =>
      submitPayment('p-1', state, { buyer, isFirstOnRecord: true, attempt: sampleCall }, all);
    const readBack = (state: RequestedPayment) => readBackPayment('p-1', state, 'read-back', all);
    const requested = paymentAfter({ type: 'PaymentRequested', data });
    const commands = await repeat(requested);
    return { asked, clock, commands, after: stateAfter(requested, commands), repeat, readBack };
  };

  const declined: TransactionResult = { ...paid, transactionId: 'tx-0', status: 'REJECTED' };

  const everywhere = ['sandbox', 'pagarme', 'celcoin'];

  for (const [which, has] of Object.entries({
    'another acquirer has its charge': { pagarme: paid },
    'another acquirer has its charge, and this one had declined it': {
      sandbox: declined,
      pagarme: paid,
    },
  })) {
    it(`is not charged when ${which}, and moves there`, async () => {
      const { asked, commands, after, repeat } = await onRoute(has);
      expect(asked).to.deep.equal(['sandbox', 'pagarme']);
      expect(commands).to.have.length(1);
      const rerouted = { type: 'Reroute', from: 'sandbox', to: 'pagarme' };
      expect(commands[0]).to.include({ ...rerouted, cause: 'charged-elsewhere' });
      const { status, approved } = stateAfter(after, await repeat(after));
      expect(status).to.equal('APPROVED');
      expect(approved, 'its money is booked there').to.include({
        merchantAccount: 'account at pagarme',
      });
      expect(asked).to.deep.equal(['sandbox', 'pagarme', 'pagarme']);
    });
  }

  it('is not charged when an acquirer that does not take the present card has its charge', async () => {
    const { asked, after } = await onRoute({ celcoin: paid });
    expect(asked).to.deep.equal(everywhere);
    expect([after.provider, after.status]).to.deep.equal(['celcoin', 'PENDING']);
  });

  for (const acquirer of ['sandbox', 'pagarme'])
    it(`is not charged when a former account has its charge, and is approved with it: at ${acquirer}`, async () => {
      const former = `former account at ${acquirer}`;
      const { asked, after, readBack } = await onRoute({ [former]: paid });
      expect(asked).not.to.include('charge sandbox');
      expect(after).to.include({ provider: acquirer, merchantAccount: former, status: 'PENDING' });
      const { status, approved } = stateAfter(after, await readBack(after));
      expect(status).to.equal('APPROVED');
      expect(approved, 'its money is booked there').to.include({ merchantAccount: former });
    });

  it('moves to its charge in a former account of its own acquirer by a later look-up', async () => {
    const { asked, clock, after, readBack } = await onRoute(
      { 'former account at sandbox': paid },
      10,
    );
    expect(after.submission, 'its own acquirer cannot tell yet').to.equal('UNANSWERED');
    clock.now = addSeconds(now, 40);
    const followed = stateAfter(after, await readBack(after));
    expect(followed.merchantAccount).to.equal('former account at sandbox');
    expect(statusAfter(followed, await readBack(followed))).to.equal('APPROVED');
    expect(asked).not.to.include('charge sandbox');
  });

  it('is charged when no account has its charge, each of which was asked once', async () => {
    const { asked } = await onRoute({ 'former account at sandbox': declined });
    const accounts = ['sandbox', 'former account at sandbox', 'pagarme', 'celcoin'];
    expect(asked).to.deep.equal([...accounts, 'charge sandbox']);
  });

  it('moves to its charge by a later look-up, when the first came too early to tell', async () => {
    const { asked, clock, after, readBack } = await onRoute({}, 10);
    expect(after.submission).to.equal('UNANSWERED');
    const has = { pagarme: paid };
    const later = await onRoute(has, 10);
    expect(later.after.provider, 'its own acquirer cannot tell yet').to.equal('sandbox');
    later.clock.now = addSeconds(now, 40);
    const followed = stateAfter(later.after, await later.readBack(later.after));
    expect([followed.provider, followed.status]).to.deep.equal(['pagarme', 'PENDING']);
    expect(statusAfter(followed, await later.readBack(followed))).to.equal('APPROVED');
    clock.now = addSeconds(now, 40);
    expect(statusAfter(after, await readBack(after)), 'nobody has it').to.equal('PENDING');
    expect([...asked, ...later.asked]).not.to.include('charge sandbox');
  });

  it('is not charged again where the acquirer showed its charge before, and does not find it now', async () => {
    const has: Record<string, TransactionResult> = { pagarme: paid };
    const { asked, after, repeat, readBack } = await onRoute(has);
    delete has['pagarme'];
    const unknown = stateAfter(after, await repeat(after));
    expect([unknown.provider, unknown.status]).to.deep.equal(['pagarme', 'PENDING']);
    expect(stateAfter(unknown, await readBack(unknown)).status).to.equal('PENDING');
    expect(asked).not.to.include('charge pagarme');
  });

  it('waits while an acquirer of its route cannot be asked at all', async () => {
    expect(await submitRepeated(undefined)).to.deep.equal(['PENDING', 0]);
  });

  it('stays declined where an acquirer declined it, and no other has a charge', async () => {
    const { asked, after } = await onRoute({ sandbox: declined });
    expect(after.status).to.equal('REJECTED');
    expect(asked).to.deep.equal(everywhere);
  });

  it('is charged here when another acquirer had declined it', async () => {
    const { asked } = await onRoute({ pagarme: declined });
    expect(asked).to.deep.equal([...everywhere, 'charge sandbox']);
  });

  it('is charged when the acquirer has no charge of it', async () => {
    expect(await submitRepeated(async () => undefined)).to.deep.equal(['APPROVED', 1]);
  });

  it('waits, however late, where the acquirer has no charge and does not declare when absence is final', async () => {
    const none = async () => undefined;
    for (const seconds of [31, 14 * 60])
      expect(
        await submitRepeated(none, { at: addSeconds(now, seconds), absence: {} }),
      ).to.deep.equal(['PENDING', 0]);
  });

  it('waits while the first charge may be on its way, or not shown yet', async () => {
    const none = async () => undefined;
    const slow = { createTransaction: { seconds: 90 } };
    expect(await submitRepeated(none, { at: addSeconds(now, 30) })).to.deep.equal(['PENDING', 0]);
    expect(await submitRepeated(none, { at: addSeconds(now, 31) })).to.deep.equal(['APPROVED', 1]);
    const [early, late] = [addSeconds(now, 95), addSeconds(now, 96)];
    expect(await submitRepeated(none, { at: early, absence: slow })).to.deep.equal(['PENDING', 0]);
    expect(await submitRepeated(none, { at: late, absence: slow })).to.deep.equal(['APPROVED', 1]);
  });

  it('waits when the acquirer does not answer', async () => {
    const unavailable = async () => {
      throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: false });
    };
    expect(await submitRepeated(unavailable)).to.deep.equal(['PENDING', 0]);
  });

  it('is looked for only while its page may repeat it, only after a failover, and only for a card', async () => {
    const never = async () => expect.fail('the acquirer was asked');
    const others = [
      { at: addSeconds(now, 16 * 60) },
      { epoch: { ...restored, number: 1 } },
      { method: 'PIX' } as const,
    ];
    for (const other of others) {
      expect(await submitRepeated(never, other)).to.deep.equal(['APPROVED', 1]);
    }
  });
});
