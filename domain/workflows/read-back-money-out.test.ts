import { expect } from 'chai';
import { Refused } from '#/domain/errors/refused.ts';
import { NOT_INVESTIGATED } from '#/domain/investigation/investigation.ts';
import { cents, subtract, ZERO } from '#/domain/values/money.ts';
import type { AmountsBesidesRefund } from '#/domain/payment/refunds.ts';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { portsTo, recordedBy } from '#/domain/testing/ports.ts';
import { sampleNow as now, sampleRefund, sampleWithdrawal } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import { sendWithdrawal } from './pay-withdrawal.ts';
import { readBackWithdrawal } from './read-back.ts';
import { readBackRefund } from './read-back-refund.ts';

/** Some minutes after the payment was requested. */
const LATER = '2026-11-20T15:10:00.000Z';

const answer = (status: TransactionResult['status']): TransactionResult => ({
  paymentMethod: 'PIX',
  transactionId: 'tx-1',
  status,
  amount: cents(9_700),
});

const timedOut = async (): Promise<never> => {
  throw new ProviderFailure('unavailable', 'timed out', { mayHaveHappened: true });
};

describe('readBackWithdrawal and readBackRefund', () => {
  const withdrawal = sampleWithdrawal;
  const refund = sampleRefund;

  const uncalled = { attempt: null, isAccepted: false, investigation: NOT_INVESTIGATED };

  const open = {
    status: 'PENDING',
    requested: withdrawal,
    attempt: null,
    approvals: [],
    payableSince: withdrawal.at,
    providerWithdrawIds: [],
  } as const;

  /** After a minute, the provider's answer "no such refund" or "no such payout" is final. */
  const declared = {
    absence: { refund: { seconds: 60 }, withdraw: { seconds: 60 } },
  } as const;

  it('sends a payout again under the same id only if the provider says for good that it has none', async () => {
    const sent: string[] = [];
    const withdraw: PaymentProvider['withdraw'] = async ({ withdrawReference, amount }) => {
      sent.push(`${withdrawReference} ${amount}`);
      return { withdrawId: 'po-1', status: 'PENDING', amount };
    };
    const unknownAtProvider = portsTo({
      ...declared,
      withdraw,
      findWithdraw: async () => undefined,
    });
    await readBackWithdrawal('w-1', open, unknownAtProvider);
    expect(sent).to.deep.equal(['w-1 4850']);
    const paid = { withdrawId: 'po-1', status: 'APPROVED', amount: cents(4_850) } as const;
    const knownAtProvider = portsTo({ withdraw, findWithdraw: async () => paid });
    const commands = await readBackWithdrawal('w-1', open, knownAtProvider);
    expect(commands.map(({ type }) => type)).to.deep.equal(['RecordSent', 'RecordSettled']);
    expect(sent).to.have.length(1);
    expect(
      await readBackWithdrawal('w-1', open, portsTo({ findWithdraw: timedOut })),
    ).to.deep.equal([]);
  });

  it('sends a payout again while its call may be on its way only where the provider pays once for one id of ours', async () => {
    const sent: string[] = [];
    const withdraw: PaymentProvider['withdraw'] = async ({ withdrawReference, amount }) => {
      sent.push(withdrawReference);
      return { withdrawId: 'po-1', status: 'PENDING', amount };
    };
    const isNew = { attempt: null, origin: { at: now, epoch: 1 } };
    const attempt = await recordedBy(
      (ports) => sendWithdrawal('w-1', withdrawal, isNew, ports),
      portsTo({ withdraw: timedOut }, now),
    );
    const underWay = { ...open, attempt };
    const provider = { withdraw, findWithdraw: async () => undefined };
    expect(await readBackWithdrawal('w-1', underWay, portsTo(provider, now))).to.deep.equal([]);
    expect(sent).to.deep.equal([]);
    const once = portsTo({ ...provider, repeatable: { withdraw: { hours: 24 } } }, now);
    await readBackWithdrawal('w-1', underWay, once);
    expect(sent).to.deep.equal(['w-1']);
    await readBackWithdrawal('w-1', underWay, portsTo({ ...provider, ...declared }, LATER));
    expect(sent).to.have.length(2);
  });

  it('does not believe an absence by a clock that was wrong when it asked, and is right since', async () => {
    const isNew = { attempt: null, origin: { at: now, epoch: 1 } };
    const attempt = await recordedBy(
      (ports) => sendWithdrawal('w-1', withdrawal, isNew, ports),
      portsTo({ withdraw: timedOut }, now),
    );
    for (const isWrongFirst of [false, true]) {
      const sent: string[] = [];
      let isRight = !isWrongFirst;
      const ports = portsTo({
        absence: { withdraw: { seconds: 900 } },
        withdraw: async ({ withdrawReference, amount }) => {
          sent.push(withdrawReference);
          return { withdrawId: 'po-1', status: 'PENDING', amount };
        },
        findWithdraw: async () => {
          isRight = true;
          return undefined;
        },
      });
      await readBackWithdrawal(
        'w-1',
        { ...open, attempt },
        {
          ...ports,
          now: () => (isRight ? LATER : addSeconds(LATER, 3_600)),
          isClockTrue: () => isRight,
        },
      );
      expect(sent, `wrong at first: ${isWrongFirst}`).to.deep.equal([]);
    }
  });

  it('asks by the provider’s payout id once known, and does not send that payout again', async () => {
    const asked: unknown[] = [];
    const getWithdraw: PaymentProvider['getWithdraw'] = async (by) => {
      asked.push(by);
      return undefined;
    };
    const withdraw = timedOut;
    const sent = { ...open, status: 'SENT', providerWithdrawIds: ['po-1'] } as const;
    const ports = portsTo({ withdraw, getWithdraw, findWithdraw: timedOut });
    expect(await readBackWithdrawal('w-1', sent, ports)).to.deep.equal([]);
    expect(asked).to.deep.equal([{ withdrawId: 'po-1' }]);
  });

  describe('Refund where only the charge can be queried', () => {
    const refunded = async (
      charge: Partial<TransactionResult>,
      amount: number,
      { givenBack = ZERO, underWay = ZERO }: Partial<AmountsBesidesRefund> = {},
    ) => {
      const asked: string[] = [];
      const provider: Partial<PaymentProvider> = {
        ...declared,
        getTransaction: async () => ({ ...answer('APPROVED'), ...charge }),
        refund: async ({ refundId }) => {
          asked.push(refundId);
          return { refundId, status: true };
        },
      };
      const request = { ...refund, amount: cents(amount) };
      const left = subtract(cents(9_700), givenBack);
      const commands = await readBackRefund(
        'r-1',
        { requested: request, ...uncalled },
        { ...portsTo(provider), besideRefund: async () => ({ givenBack, underWay, left }) },
      );
      return { asked: asked.length, settled: commands.length };
    };

    it('settles the refund when the charge is refunded', async () => {
      const { asked, settled } = await refunded({ status: 'REFUNDED' }, 9_700);
      expect({ asked, settled }).to.deep.equal({ asked: 0, settled: 1 });
    });

    it('requests a full refund again while the charge is approved, once that is final', async () => {
      expect(await refunded({}, 9_700)).to.deep.equal({ asked: 1, settled: 1 });
    });

    it('decides a partial refund only if the provider states a refunded amount of zero or exactly that part', async () => {
      expect(await refunded({}, 500)).to.deep.equal({ asked: 0, settled: 0 });
      const part = async (total: number) => refunded({ refundedAmount: cents(total) }, 500);
      expect(await part(0)).to.deep.equal({ asked: 1, settled: 1 });
      expect(await part(500)).to.deep.equal({ asked: 0, settled: 1 });
      expect(await part(700)).to.deep.equal({ asked: 0, settled: 0 });
    });

    it('counts what has gone back otherwise: by a refund of the same amount, by several, or all by a chargeback', async () => {
      const [nothing, requestedAgain, done] = [
        { asked: 0, settled: 0 },
        { asked: 1, settled: 1 },
        { asked: 0, settled: 1 },
      ];
      const after = async (total: number, others: Partial<AmountsBesidesRefund>) =>
        refunded({ refundedAmount: cents(total) }, 500, others);
      expect(await after(500, { givenBack: cents(500) })).to.deep.equal(nothing);
      expect(await after(1_000, { givenBack: cents(500) })).to.deep.equal(done);
      // Two refunds of the same amount are open, and one of them was made.
      expect(await after(500, { underWay: cents(500) })).to.deep.equal(nothing);
      expect(await after(1_000, { underWay: cents(500) })).to.deep.equal(done);
      expect(await after(0, { underWay: cents(500) })).to.deep.equal(requestedAgain);
      const both = { givenBack: cents(500), underWay: cents(500) };
      expect(await after(1_000, both)).to.deep.equal(nothing);
      const allGivenBack = { givenBack: cents(9_700) };
      expect(await after(9_700, allGivenBack)).to.deep.equal(nothing);
      expect(await refunded({ status: 'REFUNDED' }, 500, allGivenBack)).to.deep.equal(nothing);
    });

    it('believes the total, and not the status, of a charge that is REFUNDED although only a part went back', async () => {
      const after = async (total: number, others: Partial<AmountsBesidesRefund>) =>
        refunded({ status: 'REFUNDED', refundedAmount: cents(total) }, 500, others);
      const [unknown, done] = [
        { asked: 0, settled: 0 },
        { asked: 0, settled: 1 },
      ];
      expect(await after(500, { underWay: cents(500) })).to.deep.equal(unknown);
      expect(await after(500, { givenBack: cents(500) })).to.deep.equal(unknown);
      expect(await after(500, {})).to.deep.equal(done);
      expect(await after(1_000, { givenBack: cents(500) })).to.deep.equal(done);
      expect(await after(9_700, { givenBack: cents(500) }), 'all went back').to.deep.equal(done);
    });

    it('is not proved, if it is of a part, by a charge with the status REFUNDED and no total', async () => {
      for (const refundedAmount of [undefined, ZERO]) {
        const statement = {
          status: 'REFUNDED',
          ...(refundedAmount === ZERO && { refundedAmount }),
        } as const;
        const nothing = { asked: 0, settled: 0 };
        expect(await refunded(statement, 500)).to.deep.equal(nothing);
        expect(await refunded(statement, 9_200, { givenBack: cents(500) })).to.deep.equal(nothing);
        expect((await refunded(statement, 9_700)).settled).to.equal(1);
      }
    });

    it('is done, once the provider has accepted it, when the total says so, and is not requested again before', async () => {
      for (const [sum, expected] of [
        [0, []],
        [9_700, ['RecordSettled']],
      ] as const) {
        const ports = portsTo({
          ...declared,
          getTransaction: async () => ({ ...answer('APPROVED'), refundedAmount: cents(sum) }),
          refund: async () => expect.fail('it is requested again'),
        });
        const commands = await readBackRefund(
          'r-1',
          { requested: { ...refund, amount: cents(9_700) }, ...uncalled, isAccepted: true },
          {
            ...ports,
            besideRefund: async () => ({ givenBack: ZERO, underWay: ZERO, left: cents(9_700) }),
          },
        );
        expect(commands.map(({ type }) => type)).to.deep.equal(expected);
      }
    });

    it('is not proved by another refund that was requested and made while the provider was asked', async () => {
      let isRequested = false;
      const ports = portsTo({
        getTransaction: async () => {
          isRequested = true;
          return { ...answer('APPROVED'), refundedAmount: cents(500) };
        },
      });
      const commands = await readBackRefund(
        'r-1',
        { requested: { ...refund, amount: cents(500) }, ...uncalled },
        {
          ...ports,
          besideRefund: async () => ({
            givenBack: ZERO,
            underWay: isRequested ? cents(500) : ZERO,
            left: cents(9_700),
          }),
        },
      );
      expect(commands).to.deep.equal([]);
    });
  });

  it('waits for a refund that is under way, and settles it when done', async () => {
    const underWay = portsTo({ getRefund: async () => ({ refundId: 'r-1', status: false }) });
    expect(await readBackRefund('r-1', { requested: refund, ...uncalled }, underWay)).to.deep.equal(
      [],
    );
    const done = portsTo({ getRefund: async () => ({ refundId: 'r-1', status: true }) });
    const [command] = await readBackRefund('r-1', { requested: refund, ...uncalled }, done);
    expect(command?.type).to.equal('RecordSettled');
  });

  it('throws an error of our own code instead of treating it as the provider’s failure', async () => {
    const broken: PaymentProvider['getRefund'] = async () => {
      throw new Refused('refund/unknown');
    };
    const error = await readBackRefund(
      'r-1',
      { requested: refund, ...uncalled },
      portsTo({ getRefund: broken }),
    ).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(Refused);
  });
});
