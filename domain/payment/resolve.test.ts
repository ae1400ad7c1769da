import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, submitted, said } from '#/domain/testing/payment-commands.ts';
import {
  given,
  facts,
  left,
  proposed,
  confirmed,
  agreed,
  unresolved,
  underpaid,
  CLEARING,
  SETTLING,
  UNAPPLIED,
  LOSSES,
} from '#/domain/testing/payment-resolutions.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { PaymentCommand } from './commands.ts';

describe('A payment whose outcome is unknown', () => {
  it('is approved with what was paid once two different people say so', () => {
    const { facts: events } = given(...unresolved)
      .when(...agreed('charge', 'HAPPENED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
    expect(events[1]?.data).to.include({ proposedBy: 'admin:ana', confirmedBy: 'admin:bia' });
    expect(booksOf(events)).to.deep.equal({ [CLEARING]: -9_700, [SETTLING]: 9_700 });
  });

  it('never ends by one person alone', () => {
    given(...unresolved)
      .when(proposed('charge', 'HAPPENED'), confirmed('HAPPENED', 'admin:ana'))
      .refuses('investigation/same-person');
    given(...unresolved)
      .when(confirmed('HAPPENED'))
      .refuses('investigation/changed');
  });

  it('is decided once, however often the buttons are pressed and in however many tabs', () => {
    given(...unresolved)
      .when(
        proposed('charge', 'HAPPENED'),
        proposed('charge', 'HAPPENED'),
        confirmed('HAPPENED'),
        confirmed('HAPPENED'),
        proposed('charge', 'HAPPENED'),
      )
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
    given(...unresolved)
      .when(proposed('charge', 'HAPPENED'), proposed('charge', 'DID_NOT_HAPPEN'))
      .refuses('investigation/already-proposed');
  });

  it('is an open matter again when the second person does not agree', () => {
    const rejected: PaymentCommand = {
      type: 'RejectResolution',
      proposalId: 'proposal-happened',
      reason: 'O extrato é de outra venda',
      by: 'admin:bia',
      now,
    };
    const { state } = given(...unresolved)
      .when(proposed('charge', 'HAPPENED'), rejected, rejected)
      .yields('PaymentResolutionProposed', 'PaymentResolutionRejected');
    if (state.status === 'NONE') return expect.fail();
    expect(state.investigation.matters).to.have.length(1);
    expect(state.investigation.proposal).to.equal(null);
    given(...unresolved)
      .when(proposed('charge', 'HAPPENED'), rejected, confirmed('HAPPENED'))
      .refuses('investigation/changed');
  });

  it('refuses to confirm what was proposed before the acquirer answered', () => {
    given(...unresolved)
      .when(proposed('charge', 'DID_NOT_HAPPEN'), said('APPROVED'), confirmed('DID_NOT_HAPPEN'))
      .refuses('investigation/changed');
  });

  const [first, second] = [
    '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a11',
    '0b8a4d1e-5b0c-4a55-8d43-0d6a4b6f2a22',
  ];
  const chargeCall = (attemptId: string, after: string | null, seconds: number) => {
    const attempt = { provider: 'sandbox', attemptId, after, epoch: 1 };
    return { type: 'BeginCharge', ...attempt, now: addSeconds(now, seconds) } as const;
  };
  const cutOff = { type: 'RecordUnanswered', provider: 'sandbox', failure: 'unavailable' } as const;
  const since: readonly (readonly [string, PaymentCommand])[] = [
    ['the buyer got a code', submitted()],
    ['another call was begun', chargeCall(second, first, 400)],
    ['its call turned out to be unsent', { ...cutOff, attemptId: first, isUnsent: true, now }],
    [
      'the capture of its reserved money was begun',
      { ...chargeCall(second, null, 400), type: 'BeginCapture' },
    ],
    [
      'another acquirer showed its charge',
      {
        type: 'Reroute',
        from: 'sandbox',
        to: 'onz',
        cause: 'charged-elsewhere',
        choice: { reason: 'PRIORITY', considered: [] },
        now,
      },
    ],
  ];
  for (const [what, command] of since) {
    it(`refuses to confirm that it was not paid if, since the proposal, ${what}`, () => {
      const history = facts(
        request,
        chargeCall(first, null, 0),
        { ...cutOff, attemptId: first, now },
        left,
      );
      given(...history)
        .when(proposed('charge', 'DID_NOT_HAPPEN'), command, confirmed('DID_NOT_HAPPEN'))
        .refuses('investigation/changed');
    });
  }

  it('books another amount as received, and staff decide what becomes of it', () => {
    const { facts: events, state } = given(...unresolved)
      .when(...agreed('charge', 'HAPPENED', cents(9_000)))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentMismatchFound');
    expect(state.status).to.equal('PENDING');
    expect(booksOf(events)).to.deep.equal({ [CLEARING]: -9_000, [UNAPPLIED]: 9_000 });
    if (state.status === 'NONE') return expect.fail();
    expect(state.investigation.matters.map(({ cause }) => cause)).to.deep.equal([
      'UNAPPLIED_RECEIPT',
    ]);
  });

  it('is called off when it was not paid; if the acquirer says later that it was, the books follow and it waits again', () => {
    const { facts: events, state } = given(...unresolved)
      .when(...agreed('charge', 'DID_NOT_HAPPEN'), said('APPROVED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentCanceled', 'PaymentApproved');
    expect(booksOf(events)).to.deep.equal({ [CLEARING]: -9_700, [SETTLING]: 9_700 });
    if (state.status === 'NONE') return expect.fail();
    expect(state.investigation.matters.map(({ cause }) => cause)).to.deep.equal([
      'CONTRADICTED_RESOLUTION',
    ]);
    given(...unresolved, ...events)
      .when(
        ...agreed('resolution', 'DID_NOT_HAPPEN').map((command) => ({
          ...command,
          proposalId: 'p-2',
        })),
      )
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefunded');
  });
});

describe('Money that came in and fits no sale', () => {
  it('is returned to the buyer, and the acquirer’s statement of that return changes nothing', () => {
    const { facts: events, state } = given(...underpaid)
      .when(...agreed('receipt tx-1', 'RETURNED'), said('REFUNDED', { amount: cents(9_000) }))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentCanceled');
    expect(state.status).to.equal('CANCELED');
    expect(booksOf([...underpaid, ...events])).to.deep.equal({});
  });

  it('is applied to the sale, and the platform bears what is missing', () => {
    const { facts: events } = given(...underpaid)
      .when(...agreed('receipt tx-1', 'BORNE_BY_PLATFORM'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
    expect(booksOf([...underpaid, ...events])).to.deep.equal({
      [CLEARING]: -9_000,
      [SETTLING]: 9_700,
      [LOSSES]: -700,
    });
  });

  it('is applied to the sale, and the rest still waits for staff', () => {
    const overpaid = facts(request, submitted(), said('APPROVED', { amount: cents(10_000) }));
    const { facts: events, state } = given(...overpaid)
      .when(...agreed('receipt tx-1', 'HAPPENED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentApproved');
    expect(booksOf([...overpaid, ...events])).to.deep.equal({
      [CLEARING]: -10_000,
      [SETTLING]: 9_700,
      [UNAPPLIED]: 300,
    });
    if (state.status === 'NONE') return expect.fail();
    expect(state.investigation.matters.map(({ amount }) => amount)).to.deep.equal([300]);
  });

  it('is taken back with the sale that it was applied to', () => {
    given(...underpaid)
      .when(...agreed('receipt tx-1', 'BORNE_BY_PLATFORM'), said('CHARGEBACK'))
      .yields(
        'PaymentResolutionProposed',
        'PaymentResolved',
        'PaymentApproved',
        'PaymentChargedBack',
      );
  });

  it('pays no sale that is paid already', () => {
    const twice = facts(
      request,
      submitted(),
      said('APPROVED'),
      said('APPROVED', { transactionId: 'tx-9', orderId: 'p-1' }),
    );
    given(...twice)
      .when(proposed('receipt tx-9', 'HAPPENED'))
      .refuses('investigation/not-an-answer');
    const { facts: events } = given(...twice)
      .when(...agreed('receipt tx-9', 'RETURNED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...twice, ...events])).to.deep.equal({ [CLEARING]: -9_700, [SETTLING]: 9_700 });
  });
});

describe('An acquirer that contradicts a settled payment', () => {
  const contradicted = facts(request, submitted(), said('APPROVED'), said('REJECTED'));

  it('moves nothing until staff decide, since it is unknown which of its statuses is true', () => {
    expect(booksOf(contradicted)).to.deep.equal({ [CLEARING]: -9_700, [SETTLING]: 9_700 });
  });

  it('is followed by the books when it contradicts what staff decided, and staff decide again', () => {
    const decided = facts(request, submitted(), left, ...agreed('charge', 'HAPPENED'));
    const { facts: events, state } = given(...decided)
      .when(said('REJECTED'), said('REJECTED'))
      .yields('PaymentNoticeRefused');
    expect(booksOf([...decided, ...events])).to.deep.equal({
      [SETTLING]: 9_700,
      [UNAPPLIED]: -9_700,
    });
    if (state.status === 'NONE') return expect.fail();
    expect(state.investigation.matters).to.have.length(1);
    for (const [resolution, books] of [
      ['HAPPENED', {}],
      ['BORNE_BY_PLATFORM', { [SETTLING]: 9_700, [LOSSES]: -9_700 }],
    ] as const) {
      const agreedAgain = agreed('said REJECTED', resolution).map((command) => ({
        ...command,
        proposalId: 'p-2',
      }));
      const types = resolution === 'HAPPENED' ? (['PaymentRefunded'] as const) : [];
      const { facts: rest } = given(...decided, ...events)
        .when(...agreedAgain)
        .yields('PaymentResolutionProposed', 'PaymentResolved', ...types);
      expect(booksOf([...decided, ...events, ...rest]), resolution).to.deep.equal(books);
    }
  });

  it('may be right: then the sale is taken back', () => {
    const { facts: events } = given(...contradicted)
      .when(...agreed('said REJECTED', 'HAPPENED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefunded');
    expect(booksOf([...contradicted, ...events])).to.deep.equal({});
  });

  it('may be right, and the platform bears the loss', () => {
    const { facts: events, state } = given(...contradicted)
      .when(...agreed('said REJECTED', 'BORNE_BY_PLATFORM'))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    expect(state.status).to.equal('APPROVED');
    expect(booksOf([...contradicted, ...events])).to.deep.equal({
      [SETTLING]: 9_700,
      [LOSSES]: -9_700,
    });
  });

  it('may be wrong: then the same statement again changes nothing', () => {
    const { facts: events } = given(...contradicted)
      .when(...agreed('said REJECTED', 'DID_NOT_HAPPEN'), said('REJECTED'))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...contradicted, ...events])).to.deep.equal({
      [CLEARING]: -9_700,
      [SETTLING]: 9_700,
    });
  });

  it('has taken the same money back twice: the platform bears it, since the seller has given it back already', () => {
    const twice = facts(
      request,
      submitted(),
      said('APPROVED'),
      said('REFUNDED'),
      said('CHARGEBACK'),
    );
    given(...twice)
      .when(proposed('said CHARGEBACK', 'HAPPENED'))
      .refuses('investigation/not-an-answer');
    const { facts: events } = given(...twice)
      .when(...agreed('said CHARGEBACK', 'BORNE_BY_PLATFORM'))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...twice, ...events])).to.deep.equal({ [CLEARING]: 9_700, [LOSSES]: -9_700 });
  });
});
