import { expect } from 'chai';
import type { RoutingDecision } from '#/domain/acquiring/choose.ts';
import {
  at,
  secondChargeBegun,
  charge,
  secondCharge,
  secondChargeMade,
  choice,
  expiresAt,
  acquirerWith,
  lostPix,
  silent,
} from '#/domain/testing/lost-pix.ts';
import type { PaymentEvent } from '#/domain/payment/state.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { agreed } from '#/domain/testing/payment-resolutions.ts';
import { cents } from '#/domain/values/money.ts';
import { sampleCall } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { adoptTransaction } from './adopt-transaction.ts';
import type { Ports } from './reaction.ts';
import { submitPayment } from './submit-payment.ts';

const DAY = 86_400;

type LostPix = ReturnType<typeof lostPix>;

const buyer = {
  identity: { name: 'Ana', document: '52998224725' },
  contact: { email: 'ana@example.com' },
};

const submit = async (lost: LostPix, ports: Partial<Ports> = {}): Promise<void> => {
  const attempt = { attemptId: sampleCall.attemptId, deadline: addSeconds(at, 6) };
  const submission = { buyer, isFirstOnRecord: true, attempt };
  lost.record(await submitPayment('p-1', lost.state(), submission, { ...lost.ports, ...ports }));
};

/** The second charge is being made. */
const early = { history: [secondChargeBegun], askedAt: addSeconds(at, 1) };

const unsent: PaymentEvent = {
  type: 'PaymentSubmissionUnanswered',
  data: {
    failure: 'unavailable',
    isUnsent: true,
    attemptId: sampleCall.attemptId,
    at: addSeconds(at, 1),
  },
};

/** An acquirer with two charges of the order; its search shows only `searched`. */
const acquirerWithBoth = (searched: TransactionResult, other: TransactionResult) => ({
  ...acquirerWith(searched),
  getTransaction: async ({ transactionId }: { readonly transactionId: string }) =>
    [searched, other].find((each) => each.transactionId === transactionId),
});

describe('A lost PIX whose second charge has expired at the acquirer at which its first charge was paid', () => {
  const noticeOfLost = async (lost: LostPix): Promise<void> => {
    const claimed = { transactionId: 'tx-1', isAuthentic: true };
    const commands = await adoptTransaction(
      'p-1',
      lost.state(),
      { provider: 'sandbox', claimed, noticeId: 'n-1' },
      lost.ports,
    );
    lost.record(typeof commands === 'string' ? expect.fail(commands) : commands);
  };

  for (const [when, history] of Object.entries({
    'by a call on record': [secondChargeBegun, secondChargeMade],
    'by a call that is not on record': [secondChargeMade],
  }))
    it(`is approved with that money, once, also by two processes: ${when}`, async () => {
      const lost = lostPix({ sandbox: acquirerWithBoth(charge(), secondCharge()) }, { history });
      const [first, second] = [await lost.ask(), await lost.ask()];
      lost.record(first);
      lost.record(second);
      expect(lost.types().filter((type) => type === 'PaymentRerouted')).to.have.length(1);
      lost.record(await lost.ask());
      lost.record(second);
      await lost.readBack();
      expect(lost.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
      expect(lost.state()).to.include({
        status: 'APPROVED',
        provider: 'sandbox',
        transactionId: 'tx-1',
      });
    });

  it('is approved with that money also where its acquirer cancels the second charge', async () => {
    const canceled = secondCharge({ status: 'CANCELED' });
    const lost = lostPix({ sandbox: acquirerWithBoth(charge(), canceled) });
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', transactionId: 'tx-1' });
  });

  it('is called off where its acquirer finds only the second charge', async () => {
    const lost = lostPix({ sandbox: acquirerWith(secondCharge()) });
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'CANCELED', transactionId: 'tx-0' });
  });

  it('does not move back to the second charge, whose money waits for staff', async () => {
    const lost = lostPix({ sandbox: acquirerWithBoth(charge(), secondCharge()) });
    lost.record(await lost.ask());
    lost.all['sandbox'] = acquirerWithBoth(secondCharge({ status: 'APPROVED' }), charge());
    await lost.readBack();
    expect(lost.state().mismatches['tx-0']).to.include({ unapplied: 9_700 });
    lost.all['sandbox'] = acquirerWithBoth(charge(), secondCharge());
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', transactionId: 'tx-1' });
  });

  it('ends unpaid where a notice of that charge came before: staff decide about its money already', async () => {
    const lost = lostPix({ sandbox: acquirerWithBoth(charge(), secondCharge()) });
    await noticeOfLost(lost);
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'CANCELED', transactionId: 'tx-0' });
    expect(lost.state().mismatches['tx-1']).to.include({ unapplied: 9_700 });
  });

  it('is charged back at the second charge where staff have applied its money', async () => {
    const lost = lostPix({ sandbox: acquirerWithBoth(charge(), secondCharge()) });
    lost.record(await lost.ask());
    lost.all['sandbox'] = acquirerWithBoth(secondCharge({ status: 'APPROVED' }), charge());
    await lost.readBack();
    lost.record(agreed('receipt tx-0', 'HAPPENED'));
    expect(lost.state()).to.include({ status: 'APPROVED', transactionId: 'tx-0' });
    lost.all['sandbox'] = acquirerWith(secondCharge({ status: 'CHARGEBACK' }));
    await lost.readBack();
    expect(lost.state().status).to.equal('CHARGEBACK');
  });

  it('keeps the code of that charge, which can still be paid, also by two processes', async () => {
    const payable = charge({ status: 'PENDING', expiresAt: addSeconds(expiresAt, 86_400) });
    const lost = lostPix({ sandbox: acquirerWithBoth(payable, secondCharge()) });
    const [first, second] = [await lost.ask(), await lost.ask()];
    lost.record(first);
    lost.record(await lost.ask());
    lost.record(second);
    expect(lost.state()).to.include({ status: 'PENDING', transactionId: 'tx-1' });
  });

  it('is left to staff with all its money where another amount came in', async () => {
    const lost = lostPix({
      sandbox: acquirerWithBoth(charge({ amount: cents(100) }), secondCharge()),
    });
    await lost.readBack();
    expect(lost.state().mismatches['tx-1']).to.include({ unapplied: 100 });
  });
});

const unavailable: Partial<PaymentProvider> = {
  ...silent,
  getTransaction: async () => {
    throw new ProviderFailure('unavailable', 'gone', { mayHaveHappened: false });
  },
};

describe('A lost PIX whose second charge has expired, and gets no final answer from its acquirer', () => {
  const answers: Readonly<Record<string, Partial<PaymentProvider>>> = {
    'an unknown status word': acquirerWith(secondCharge({ unknownStatus: 'EM_ANALISE' })),
    'no answer': unavailable,
  };

  for (const [which, sandbox] of Object.entries(answers)) {
    it(`is approved where it was paid, and not left to staff: ${which}`, async () => {
      for (const askedAt of [addSeconds(expiresAt, 600), addSeconds(expiresAt, 40 * DAY)]) {
        const lost = lostPix({ sandbox, pagarme: acquirerWith(charge()) }, { askedAt });
        await lost.readBack();
        expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
        expect(lost.types()).not.to.include('PaymentLeftUnresolved');
      }
    });

    it(`is left to staff where no acquirer was paid: ${which}`, async () => {
      const lost = lostPix({ sandbox }, { askedAt: addSeconds(expiresAt, 40 * DAY) });
      await lost.readBack();
      expect(lost.types().at(-1)).to.equal('PaymentLeftUnresolved');
    });
  }

  it('is not looked for at other acquirers before its end', async () => {
    const never = async () => expect.fail('another acquirer was asked');
    const lost = lostPix(
      { sandbox: unavailable, pagarme: { findTransaction: never } },
      { askedAt: addSeconds(expiresAt, -300) },
    );
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'PENDING', provider: 'sandbox' });
  });

  it('is approved where it was paid although its lost code is shown with an unknown status word', async () => {
    const unknown = acquirerWith(charge({ unknownStatus: 'EM_ANALISE', status: 'PENDING' }));
    const lost = lostPix({
      pagarme: acquirerWith(charge({ status: 'PENDING', expiresAt: addSeconds(at, 2 * DAY) })),
    });
    lost.record(await lost.ask());
    lost.all['pagarme'] = unknown;
    lost.all['noxpay'] = acquirerWith(charge({ transactionId: 'tx-2' }));
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'noxpay' });
  });
});

describe('A lost PIX whose only acquirer refuses the second charge', () => {
  const onlyOne: RoutingDecision = {
    reason: 'ONLY',
    considered: choice.considered.slice(0, 1),
  };

  for (const [how, createTransaction] of Object.entries({
    'by a declined call': async () => {
      throw new ProviderFailure('refused', 'duplicate', { mayHaveHappened: false });
    },
    'by an answer': async () => secondCharge({ status: 'REJECTED' }),
  }))
    it(`is approved with its lost charge there: ${how}`, async () => {
      const lost = lostPix(
        { sandbox: { ...acquirerWith(charge()), createTransaction } },
        { ...early, requested: { choice: onlyOne } },
      );
      await submit(lost);
      expect(lost.state().status).to.equal('PENDING');
      lost.later(300);
      await lost.readBack();
      expect(lost.state()).to.include({ status: 'APPROVED', transactionId: 'tx-1' });
    });

  it('is rejected where the acquirer finds only the charge that it refuses', async () => {
    const refused = secondCharge({ status: 'REJECTED' });
    // Its search may still show the charge as it was before.
    for (const found of [refused, secondCharge()]) {
      const createTransaction = async () => refused;
      const lost = lostPix(
        { sandbox: { ...acquirerWith(found), createTransaction } },
        { ...early, requested: { choice: onlyOne } },
      );
      await submit(lost);
      expect(lost.state().status).to.equal('REJECTED');
    }
  });
});

describe('A lost PIX whose second charge was certainly not made', () => {
  it('is approved with its lost charge at the same acquirer, and not called off', async () => {
    const history = [secondChargeBegun, unsent];
    const lost = lostPix({ sandbox: acquirerWith(charge()) }, { history });
    const [first, second] = [await lost.ask(), await lost.ask()];
    lost.record(first);
    lost.record(second);
    expect(lost.types().filter((type) => type === 'PaymentRerouted')).to.have.length(1);
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', transactionId: 'tx-1' });
  });
});

describe('A lost PIX that may not be charged a second time', () => {
  const mayCharge = async () => false;

  it('is approved with its lost charge, and not called off', async () => {
    const lost = lostPix({ sandbox: acquirerWith(), pagarme: acquirerWith(charge()) }, early);
    await submit(lost, { mayCharge });
    expect(lost.state()).to.include({ status: 'PENDING', provider: 'pagarme' });
    // Its acquirer may not show it at once.
    lost.all['pagarme'] = acquirerWith();
    await submit(lost, { mayCharge });
    expect(lost.state().status).to.equal('PENDING');
    lost.all['pagarme'] = acquirerWith(charge());
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('stays open while an acquirer gives no answer, and its buyer need not wait for the call', async () => {
    const lost = lostPix({ sandbox: acquirerWith(), pagarme: silent }, early);
    await submit(lost, { mayCharge });
    expect(lost.state()).to.include({ status: 'PENDING', submission: 'UNANSWERED' });
    lost.all['pagarme'] = acquirerWith();
    lost.later(300);
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'CANCELED', cause: 'never-submitted' });
  });

  it('is called off where no acquirer has it', async () => {
    const lost = lostPix({ sandbox: acquirerWith() }, early);
    await submit(lost, { mayCharge });
    expect(lost.state()).to.include({ status: 'CANCELED', cause: 'never-submitted' });
  });
});
