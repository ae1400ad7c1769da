import { expect } from 'chai';
import { chooseAfter } from '#/domain/acquiring/choose.ts';
import {
  at,
  attemptedAnew,
  charge,
  chargedAnew,
  chargeAnew,
  choice,
  choiceWith,
  expiresAt,
  having,
  lostPix,
  silent,
} from '#/domain/testing/charged-anew.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { sampleCall, sampleNow as now } from '#/domain/testing/samples.ts';
import { cents } from '#/domain/values/money.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { submitAndBeginNext } from './submit-payment.ts';

const buyer = {
  identity: { name: 'Ana', document: '52998224725' },
  contact: { email: 'ana@example.com' },
};

describe('A PIX charged anew and expired, whose first acquirer was paid', () => {
  it('is approved once, with the money at the first acquirer, also by two processes', async () => {
    const it = lostPix({ pagarme: having(charge()) });
    const [one, other] = [await it.ask(), await it.ask()];
    it.record(one);
    it.record(other);
    const [three, four] = [await it.ask(), await it.ask()];
    it.record(three);
    it.record(four);
    it.record(other);
    await it.readBack();
    expect(it.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
    expect(it.state()).to.include({
      status: 'APPROVED',
      provider: 'pagarme',
      transactionId: 'tx-1',
    });
    expect(it.state().approved).to.include({ provider: 'pagarme', amount: 9_700 });
  });

  it('is approved where the answer does not repeat our order', async () => {
    const { orderId: _, ...said } = charge();
    const it = lostPix({ pagarme: having(said) });
    await it.readBack();
    expect(it.state()).to.include({
      status: 'APPROVED',
      provider: 'pagarme',
      transactionId: 'tx-1',
    });
  });

  it('is left to staff with all its money where another amount came in', async () => {
    for (const amount of [cents(100), cents(20_000)]) {
      const it = lostPix({ pagarme: having(charge({ amount })) });
      await it.readBack(5);
      expect(it.types().filter((type) => type === 'PaymentMismatchFound')).to.have.length(1);
    }
  });

  for (const status of ['REFUNDED', 'CHARGEBACK'] as const)
    it(`is approved and taken back where it went back since: ${status}`, async () => {
      const it = lostPix({ pagarme: having(charge({ status })) });
      await it.readBack(5);
      expect(it.state()).to.include({ status, provider: 'pagarme' });
      expect(it.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
    });

  it('is found at an acquirer that declined to charge it anew', async () => {
    const declined = chooseAfter('pagarme', 'p-1', choice)?.choice ?? null;
    const it = lostPix({ pagarme: having(charge()) }, { requested: { choice: declined } });
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is found also where the acquirer that charged it anew knows its charge no more', async () => {
    const it = lostPix({ sandbox: having(), pagarme: having(charge()) });
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is left to staff where that acquirer knows its charge no more, and none was paid', async () => {
    const it = lostPix({ sandbox: having() });
    await it.readBack();
    expect(it.types().at(-1)).to.equal('PaymentLeftUnresolved');
  });

  it('is followed to where it can still be paid, if it is canceled before it expires', async () => {
    const canceled = having(chargeAnew({ status: 'CANCELED' }));
    const pending = having(charge({ status: 'PENDING' }));
    for (const [seconds, end] of [
      [-300, { status: 'PENDING', provider: 'pagarme', transactionId: 'tx-1' }],
      [600, { status: 'CANCELED', provider: 'sandbox', transactionId: 'tx-0' }],
    ] as const) {
      const it = lostPix(
        { sandbox: canceled, pagarme: pending },
        { askedAt: addSeconds(expiresAt, seconds) },
      );
      await it.readBack();
      expect(it.state()).to.include(end);
    }
  });

  it('is found although another acquirer of its route does not answer', async () => {
    const it = lostPix({ noxpay: silent, pagarme: having(charge()) });
    await it.readBack(5);
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is found although the account at another acquirer cannot be opened, and stays open for that one if not', async () => {
    const open = (id: string) => (id === 'noxpay' ? expect.fail('not readable') : {});
    const it = lostPix({ pagarme: having(charge()) }, { open });
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
    const unpaid = lostPix({}, { open });
    await unpaid.readBack();
    expect(unpaid.state().status).to.equal('PENDING');
  });

  it('is found although another acquirer of its route answers with another order', async () => {
    const other = charge({ transactionId: 'tx-9', orderId: 'p-9' });
    const it = lostPix({ noxpay: having(other), pagarme: having(charge()) });
    await it.readBack(5);
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is called off although another acquirer of its route answers with another order', async () => {
    const other = charge({ transactionId: 'tx-9', orderId: 'p-9' });
    const it = lostPix({ noxpay: having(other) });
    await it.readBack(5);
    expect(it.state()).to.include({ status: 'CANCELED', provider: 'sandbox' });
  });

  it('is approved by the acquirer that charged it anew when both were paid', async () => {
    const it = lostPix({ pagarme: having(charge()) });
    await it.readBack();
    it.all['sandbox'] = having(chargeAnew({ status: 'APPROVED' }));
    await it.readBack();
    expect(it.types().filter((type) => type === 'PaymentApproved')).to.have.length(1);
  });

  it('stays open while another acquirer answers with a word that no one knows', async () => {
    const unknown = charge({ status: 'PENDING', unknownStatus: 'LIQUIDADA' });
    const it = lostPix({ pagarme: having(unknown) });
    await it.readBack(5);
    expect(it.state()).to.include({ status: 'PENDING' });
  });

  it('is refunded and charged back at the first acquirer', async () => {
    const it = lostPix({ pagarme: having(charge()) });
    await it.readBack(5);
    const refund = { refundId: 'r-1', amount: cents(1_000), note: '', now } as const;
    it.record([{ type: 'RequestRefund', ...refund }]);
    const requested = it.events.find(({ type }) => type === 'PaymentRefundRequested');
    expect(requested?.data).to.include({ provider: 'pagarme', transactionId: 'tx-1' });
    it.record([{ type: 'FailRefund', refundId: 'r-1', cause: 'provider', now }]);
    it.all['pagarme'] = having(charge({ status: 'CHARGEBACK' }));
    await it.readBack(2);
    const back = it.events.filter(({ type }) => type === 'PaymentChargedBack');
    expect(back).to.have.length(1);
    expect(back[0]?.data).to.include({ provider: 'pagarme', amount: 9_700 });
  });
});

describe('A PIX whose move to the next acquirer is lost by the second of two failovers', () => {
  const epoch = { number: 3, since: addSeconds(at, 30), began: '9' };
  // Soon after the first failover, but under a new id.
  const requested = { mayRepeat: false };

  it('is approved where it was paid, also if its first acquirer says again that it refuses it', async () => {
    const it = lostPix(
      { sandbox: having(chargeAnew({ status: 'REJECTED' })), pagarme: having(charge()) },
      { history: [attemptedAnew], epoch, requested },
    );
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });

  it('is approved where it was paid when the charge that was made anew expires', async () => {
    const history = [attemptedAnew, chargedAnew];
    const it = lostPix({ pagarme: having(charge()) }, { history, epoch, requested });
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });
});

describe('A PIX charged anew and expired, whose first acquirer the platform has disconnected since', () => {
  for (const others of ['FIT', 'NOT_OFFERED'] as const)
    it(`is approved there, because a former account is still asked: ${others} when it was charged anew`, async () => {
      const it = lostPix(
        { pagarme: having(charge()) },
        {
          requested: { choice: choiceWith(others) },
          open: (id, use) => (id !== 'pagarme' || (use && use.for !== 'CALL') ? {} : undefined),
        },
      );
      await it.readBack();
      expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
    });

  it('is called off where the others could not take it, and have no account or no search', async () => {
    const it = lostPix(
      {},
      {
        requested: { choice: choiceWith('NOT_OFFERED') },
        history: [attemptedAnew],
        open: (id) => (id === 'pagarme' ? undefined : {}),
      },
    );
    const { findTransaction: _, ...blind } = having();
    it.all['noxpay'] = blind;
    it.all['sandbox'] = having();
    await it.readBack();
    expect(it.state()).to.include({ status: 'CANCELED', provider: 'sandbox' });
  });
});

describe('A PIX charged anew and expired, paid at two other acquirers of its route', () => {
  const paid = having(charge({ transactionId: 'tx-2' }));
  const others = {
    'which one gave back': charge({ status: 'REFUNDED' }),
    'one with another amount': charge({ amount: cents(100) }),
  };
  for (const [what, found] of Object.entries(others))
    for (const isFirst of [true, false])
      it(`is approved by the money that is there and fits: ${what}, asked ${isFirst ? 'first' : 'last'}`, async () => {
        const other = having(found);
        const it = lostPix(
          isFirst ? { noxpay: other, pagarme: paid } : { noxpay: paid, pagarme: other },
        );
        await it.readBack();
        expect(it.state()).to.include({ status: 'APPROVED', transactionId: 'tx-2' });
      });

  it('waits for an acquirer that gives no answer where the other one has given the money back', async () => {
    const it = lostPix({ noxpay: having(charge({ status: 'REFUNDED' })), pagarme: silent });
    await it.readBack();
    it.all['pagarme'] = paid;
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', transactionId: 'tx-2' });
  });
});

describe('A PIX charged anew and expired, whose lost code can still be paid', () => {
  const until = addSeconds(expiresAt, 86_400);
  const pending = having(charge({ status: 'PENDING', expiresAt: until }));

  it('is followed there until the end that its acquirer states, and then called off', async () => {
    const it = lostPix({ pagarme: pending });
    await it.readBack();
    const code = { provider: 'pagarme', transactionId: 'tx-1' };
    expect(it.state()).to.include({ status: 'PENDING', expiresAt: until, ...code });
    expect(it.types(), 'it is still read back').not.to.include('PaymentLeftUnresolved');
    it.later(172_800);
    await it.readBack();
    expect(it.state()).to.include({ status: 'CANCELED', ...code });
  });

  it('is called off where that end is over too', async () => {
    const it = lostPix({ pagarme: pending }, { askedAt: addSeconds(until, 600) });
    await it.readBack();
    expect(it.state()).to.include({ status: 'CANCELED', provider: 'sandbox' });
  });
});

describe('A PIX that the log has lost, refused when it is charged anew, and found paid elsewhere', () => {
  it('is approved there although the call that followed could not be sent', async () => {
    const refuse = async () => {
      throw new ProviderFailure('refused', 'no', { mayHaveHappened: false });
    };
    const it = lostPix(
      { sandbox: { ...having(), createTransaction: refuse }, pagarme: having(charge()) },
      {
        history: [attemptedAnew],
        askedAt: addSeconds(at, 1),
        requested: { choice: choiceWith('DECLINED') },
        // Staff disconnect the acquirer at this moment: look-ups still work.
        open: (id, use) => (id !== 'pagarme' || use?.for !== 'CALL' ? {} : undefined),
      },
    );
    const submit = async (attemptId: string) => {
      const attempt = { attemptId, deadline: addSeconds(at, 6) };
      const submission = { buyer, isFirstTry: true, attempt };
      const commands = await submitAndBeginNext('p-1', it.state(), submission, it.ports);
      it.record(commands);
      return commands.find(({ type }) => type === 'BeginCharge');
    };
    const next = await submit(sampleCall.attemptId);
    expect(it.state()).to.include({ status: 'PENDING', provider: 'pagarme' });
    await submit(next?.type === 'BeginCharge' ? next.attemptId : expect.fail('no further call'));
    it.later(300);
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', provider: 'pagarme' });
  });
});
