import { expect } from 'chai';
import { chooseAfter } from '#/domain/acquiring/choose.ts';
import {
  at,
  secondChargeBegun,
  charge,
  secondChargeMade,
  secondCharge,
  choice,
  choiceWith,
  expiresAt,
  acquirerWith,
  lostPix,
  silent,
} from '#/domain/testing/lost-pix.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { sampleCall, sampleNow as now } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { submitAndBeginNext } from './submit-payment.ts';

/**
 * The log has lost the PIX in a failover. The buyer sent the purchase again, and it was charged a second time, perhaps at another
 * acquirer. These tests show how the first charge is found, and what then becomes of the payment.
 */

const buyer = {
  identity: { name: 'Ana', document: '52998224725' },
  contact: { email: 'ana@example.com' },
};

describe('A lost PIX whose second charge has expired, and whose first charge was paid at another acquirer', () => {
  it('is approved once, with the money at the first acquirer, also by two processes', async () => {
    const lost = lostPix({ pagarme: acquirerWith(charge()) });
    const [first, second] = [await lost.ask(), await lost.ask()];
    lost.record(first);
    lost.record(second);
    const [third, fourth] = [await lost.ask(), await lost.ask()];
    lost.record(third);
    lost.record(fourth);
    lost.record(second);
    await lost.readBack();
    expect(lost.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
    expect(lost.state()).to.include({
      status: 'APPROVED',
      provider: 'pagarme',
      transactionId: 'tx-1',
    });
    expect(lost.state().approved).to.include({ provider: 'pagarme', amount: 9_700 });
  });

  it('is approved where the answer does not repeat our order', async () => {
    const { orderId: _, ...withoutOrderId } = charge();
    const lost = lostPix({ pagarme: acquirerWith(withoutOrderId) });
    await lost.readBack();
    expect(lost.state()).to.include({
      status: 'APPROVED',
      provider: 'pagarme',
      transactionId: 'tx-1',
    });
  });

  it('is left to staff with all its money where another amount came in', async () => {
    for (const amount of [cents(100), cents(20_000)]) {
      const lost = lostPix({ pagarme: acquirerWith(charge({ amount })) });
      await lost.readBack(5);
      expect(lost.types().filter((type) => type === 'PaymentMismatchFound')).to.have.length(1);
    }
  });

  for (const status of ['REFUNDED', 'CHARGEBACK'] as const)
    it(`is approved and taken back where it went back since: ${status}`, async () => {
      const lost = lostPix({ pagarme: acquirerWith(charge({ status })) });
      await lost.readBack(5);
      expect(lost.state()).to.include({ status, provider: 'pagarme' });
      expect(lost.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
    });

  it('is found at an acquirer that declined the second charge', async () => {
    const declined = chooseAfter('pagarme', 'p-1', choice)?.choice ?? null;
    const lost = lostPix({ pagarme: acquirerWith(charge()) }, { requested: { choice: declined } });
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is found also where the acquirer of the second charge no longer finds that charge', async () => {
    const lost = lostPix({ sandbox: acquirerWith(), pagarme: acquirerWith(charge()) });
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is left to staff where the acquirer of the second charge no longer finds it, and no acquirer was paid', async () => {
    const lost = lostPix({ sandbox: acquirerWith() });
    await lost.readBack();
    expect(lost.types().at(-1)).to.equal('PaymentLeftUnresolved');
  });

  it('moves to where it can still be paid, if the second charge is canceled before it expires', async () => {
    const canceled = acquirerWith(secondCharge({ status: 'CANCELED' }));
    const pending = acquirerWith(charge({ status: 'PENDING' }));
    for (const [seconds, end] of [
      [-300, { status: 'PENDING', provider: 'pagarme', transactionId: 'tx-1' }],
      [600, { status: 'CANCELED', provider: 'sandbox', transactionId: 'tx-0' }],
    ] as const) {
      const lost = lostPix(
        { sandbox: canceled, pagarme: pending },
        { askedAt: addSeconds(expiresAt, seconds) },
      );
      await lost.readBack();
      expect(lost.state()).to.include(end);
    }
  });

  it('is found although another acquirer of its route does not answer', async () => {
    const lost = lostPix({ noxpay: silent, pagarme: acquirerWith(charge()) });
    await lost.readBack(5);
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is found although the account at another acquirer cannot be opened, and stays open because of that account if it is not found', async () => {
    const open = (id: string) => (id === 'noxpay' ? expect.fail('not readable') : {});
    const lost = lostPix({ pagarme: acquirerWith(charge()) }, { open });
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
    const unpaid = lostPix({}, { open });
    await unpaid.readBack();
    expect(unpaid.state().status).to.equal('PENDING');
  });

  it('is found although another acquirer of its route answers with another order', async () => {
    const other = charge({ transactionId: 'tx-9', orderId: 'p-9' });
    const lost = lostPix({ noxpay: acquirerWith(other), pagarme: acquirerWith(charge()) });
    await lost.readBack(5);
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is called off although another acquirer of its route answers with another order', async () => {
    const other = charge({ transactionId: 'tx-9', orderId: 'p-9' });
    const lost = lostPix({ noxpay: acquirerWith(other) });
    await lost.readBack(5);
    expect(lost.state()).to.include({ status: 'CANCELED', provider: 'sandbox' });
  });

  it('is approved once, though both charges were paid', async () => {
    const lost = lostPix({ pagarme: acquirerWith(charge()) });
    await lost.readBack();
    lost.all['sandbox'] = acquirerWith(secondCharge({ status: 'APPROVED' }));
    await lost.readBack();
    expect(lost.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
  });

  it('stays open while another acquirer answers with an unknown status word', async () => {
    const unknown = charge({ status: 'PENDING', unknownStatus: 'LIQUIDADA' });
    const lost = lostPix({ pagarme: acquirerWith(unknown) });
    await lost.readBack(5);
    expect(lost.state()).to.include({ status: 'PENDING' });
  });

  it('is refunded and charged back at the first acquirer', async () => {
    const lost = lostPix({ pagarme: acquirerWith(charge()) });
    await lost.readBack(5);
    const refund = { refundId: 'r-1', amount: cents(1_000), note: '', now } as const;
    lost.record([{ type: 'RequestRefund', ...refund }]);
    const requested = lost.events.find(({ type }) => type === 'PaymentRefundRequested');
    expect(requested?.data).to.include({ provider: 'pagarme', transactionId: 'tx-1' });
    lost.record([{ type: 'FailRefund', refundId: 'r-1', cause: 'provider', now }]);
    lost.all['pagarme'] = acquirerWith(charge({ status: 'CHARGEBACK' }));
    await lost.readBack(2);
    const back = lost.events.filter(({ type }) => type === 'PaymentChargedBack');
    expect(back).to.have.length(1);
    expect(back[0]?.data).to.include({ provider: 'pagarme', amount: 9_700 });
  });
});

describe('A PIX whose move to the next acquirer is lost by the second of two failovers', () => {
  const epoch = { number: 3, since: addSeconds(at, 30), began: '9' };
  // Soon after the first failover, but under a new id.
  const requested = { mayRepeat: false };

  it('is approved where it was paid, also if its first acquirer says again that it refuses it', async () => {
    const lost = lostPix(
      {
        sandbox: acquirerWith(secondCharge({ status: 'REJECTED' })),
        pagarme: acquirerWith(charge()),
      },
      { history: [secondChargeBegun], epoch, requested },
    );
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is approved where it was paid when the second charge expires', async () => {
    const history = [secondChargeBegun, secondChargeMade];
    const lost = lostPix({ pagarme: acquirerWith(charge()) }, { history, epoch, requested });
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });
});

describe('A lost PIX whose second charge has expired, and whose first acquirer the platform has disconnected since', () => {
  for (const others of ['FIT', 'NOT_OFFERED'] as const)
    it(`is approved there, because a former account is still asked: ${others} at the second charge`, async () => {
      const lost = lostPix(
        { pagarme: acquirerWith(charge()) },
        {
          requested: { choice: choiceWith(others) },
          open: (id, use) => {
            const isLookUp = use !== undefined && use.for !== 'CALL';
            return id !== 'pagarme' || isLookUp ? {} : undefined;
          },
        },
      );
      await lost.readBack();
      expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
    });

  it('is called off where the others could not take it, and have no account or no search', async () => {
    const lost = lostPix(
      {},
      {
        requested: { choice: choiceWith('NOT_OFFERED') },
        history: [secondChargeBegun],
        open: (id) => (id === 'pagarme' ? undefined : {}),
      },
    );
    const { findTransaction: _, ...withoutSearch } = acquirerWith();
    lost.all['noxpay'] = withoutSearch;
    lost.all['sandbox'] = acquirerWith();
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'CANCELED', provider: 'sandbox' });
  });
});

describe('A lost PIX whose second charge has expired, and that was paid at two other acquirers of its route', () => {
  const paid = acquirerWith(charge({ transactionId: 'tx-2' }));
  const others = {
    'given back': charge({ status: 'REFUNDED' }),
    'of another amount': charge({ amount: cents(100) }),
  };
  for (const [what, found] of Object.entries(others))
    for (const isFirst of [true, false])
      it(`is approved with the money that fits and is still there; the other charge is ${what}, and asked about ${isFirst ? 'first' : 'last'}`, async () => {
        const other = acquirerWith(found);
        const lost = lostPix(
          isFirst ? { noxpay: other, pagarme: paid } : { noxpay: paid, pagarme: other },
        );
        await lost.readBack();
        expect(lost.state()).to.include({ status: 'APPROVED', transactionId: 'tx-2' });
      });

  it('waits for an acquirer that gives no answer where the other one has given the money back', async () => {
    const lost = lostPix({ noxpay: acquirerWith(charge({ status: 'REFUNDED' })), pagarme: silent });
    await lost.readBack();
    lost.all['pagarme'] = paid;
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', transactionId: 'tx-2' });
  });
});

describe('A lost PIX whose second charge is refused, and whose first charge was paid at another acquirer', () => {
  it('is approved there although the call that followed could not be sent', async () => {
    const refuse = async () => {
      throw new ProviderFailure('refused', 'no', { mayHaveHappened: false });
    };
    const lost = lostPix(
      {
        sandbox: { ...acquirerWith(), createTransaction: refuse },
        pagarme: acquirerWith(charge()),
      },
      {
        history: [secondChargeBegun],
        askedAt: addSeconds(at, 1),
        requested: { choice: choiceWith('DECLINED') },
        // Staff disconnect the acquirer at this moment: look-ups still work.
        open: (id, use) => (id !== 'pagarme' || use?.for !== 'CALL' ? {} : undefined),
      },
    );
    const submit = async (attemptId: string) => {
      const attempt = { attemptId, deadline: addSeconds(at, 6) };
      const submission = { buyer, isFirstOnRecord: true, attempt };
      const commands = await submitAndBeginNext('p-1', lost.state(), submission, lost.ports);
      lost.record(commands);
      return commands.find(({ type }) => type === 'BeginCharge');
    };
    const next = await submit(sampleCall.attemptId);
    expect(lost.state()).to.include({ status: 'PENDING', provider: 'pagarme' });
    await submit(next?.type === 'BeginCharge' ? next.attemptId : expect.fail('no further call'));
    lost.later(300);
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });
});
