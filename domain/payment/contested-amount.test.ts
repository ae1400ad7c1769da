import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { request, said, submitted } from '#/domain/testing/payment-commands.ts';
import {
  agreed,
  CLEARING,
  confirmed,
  facts,
  given,
  left,
  LOSSES,
  proposed,
  SETTLING,
  UNAPPLIED,
} from '#/domain/testing/payment-resolutions.ts';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import type { PaymentCommand } from './commands.ts';
import type { Payment } from './state.ts';

/** We refund 500 cents of the sale. */
const refundOfPart: readonly PaymentCommand[] = [
  { type: 'RequestRefund', refundId: 'r-1', amount: cents(500), note: '', now },
  { type: 'SettleRefund', refundId: 'r-1', now },
];

const contradicted = facts(request, submitted(), said('APPROVED'), said('CANCELED'));
const foundPaidByStaff = facts(request, submitted(), left, ...agreed('charge', 'HAPPENED'));
/** The acquirer contradicts staff, so what it says to have gone back is posted as unapplied. */
const posted = [
  ...foundPaidByStaff,
  ...given(...foundPaidByStaff)
    .when(said('CANCELED'))
    .yields('PaymentNoticeRefused').facts,
];

const agreedAgain = (
  matter: string,
  resolution: 'HAPPENED' | 'BORNE_BY_PLATFORM' | 'DID_NOT_HAPPEN',
) => agreed(matter, resolution).map((command) => ({ ...command, proposalId: 'p-2' }));

const openMatters = (state: Payment) =>
  state.status === 'NONE'
    ? []
    : state.investigation.matters.map(({ key, amount, unapplied }) => ({ key, amount, unapplied }));

describe('A sale of which an acquirer says that its money went back', () => {
  it('is in question only with the rest of its money once a part was refunded', () => {
    const { facts: events, state } = given(...contradicted)
      .when(...refundOfPart, ...agreed('said CANCELED', 'BORNE_BY_PLATFORM'))
      .yields(
        'PaymentRefundRequested',
        'PaymentRefunded',
        'PaymentResolutionProposed',
        'PaymentResolved',
      );
    expect(openMatters(state)).to.deep.equal([]);
    expect(booksOf([...contradicted, ...events])).to.deep.equal({
      [SETTLING]: 9_200,
      [LOSSES]: -9_200,
    });
  });

  it('is not decided by staff who did not see that a part was refunded', () => {
    given(...contradicted)
      .when(proposed('said CANCELED', 'HAPPENED'), ...refundOfPart, confirmed('HAPPENED'))
      .refuses('investigation/changed');
  });

  it('has its refunds on the books once, although what went back was posted before', () => {
    const { facts: events, state } = given(...posted)
      .when(...refundOfPart)
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    const part = [...posted, ...events];
    expect(booksOf(part)).to.deep.equal({ [SETTLING]: 9_200, [UNAPPLIED]: -9_200 });
    expect(openMatters(state)).to.deep.equal([
      { key: 'said CANCELED', amount: 9_200, unapplied: -9_200 },
    ]);
    for (const [resolution, books] of [
      ['HAPPENED', {}],
      ['BORNE_BY_PLATFORM', { [SETTLING]: 9_200, [LOSSES]: -9_200 }],
      ['DID_NOT_HAPPEN', { [CLEARING]: -9_200, [SETTLING]: 9_200 }],
    ] as const) {
      const types = resolution === 'HAPPENED' ? (['PaymentRefunded'] as const) : [];
      const { facts: rest } = given(...part)
        .when(...agreedAgain('said CANCELED', resolution))
        .yields('PaymentResolutionProposed', 'PaymentResolved', ...types);
      expect(booksOf([...part, ...rest]), resolution).to.deep.equal(books);
    }
  });

  for (const status of ['REFUNDED', 'CHARGEBACK'] as const) {
    it(`leaves no open matter, and has gone back once, when it is ${status} after all`, () => {
      const { facts: events, state } = given(...posted)
        .when(said(status))
        .yields(status === 'REFUNDED' ? 'PaymentRefunded' : 'PaymentChargedBack');
      expect(booksOf([...posted, ...events])).to.deep.equal({});
      expect(openMatters(state)).to.deep.equal([]);
    });
  }

  it('is an open matter with the acquirer’s newest statement, and its money is posted once', () => {
    const { facts: events, state } = given(...posted)
      .when(said('REJECTED'), said('CANCELED'), said('REJECTED'))
      .yields('PaymentNoticeRefused');
    expect(openMatters(state)).to.deep.equal([
      { key: 'said REJECTED', amount: 9_700, unapplied: -9_700 },
    ]);
    expect(booksOf([...posted, ...events])).to.deep.equal({
      [SETTLING]: 9_700,
      [UNAPPLIED]: -9_700,
    });
  });

  it('stays an open matter where the chargeback was recorded before this rule, so that staff can end it', () => {
    const { facts: events } = given(...posted)
      .when(said('CHARGEBACK'))
      .yields('PaymentChargedBack');
    const older = events.map((event) =>
      event.type === 'PaymentChargedBack'
        ? { ...event, data: { ...event.data, unapplied: undefined } }
        : event,
    );
    const { facts: rest } = given(...posted, ...older)
      .when(...agreedAgain('said CANCELED', 'DID_NOT_HAPPEN'))
      .yields('PaymentResolutionProposed', 'PaymentResolved');
    expect(booksOf([...posted, ...older, ...rest])).to.deep.equal({});
  });
});

describe('A sale that staff had found not paid, until its acquirer said that it was', () => {
  const refuted = facts(
    request,
    submitted(),
    left,
    ...agreed('charge', 'DID_NOT_HAPPEN'),
    said('APPROVED'),
  );

  it('is in question only with the rest of its money once a part was refunded', () => {
    const { facts: events, state } = given(...refuted)
      .when(...refundOfPart)
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    expect(openMatters(state)).to.deep.equal([{ key: 'resolution', amount: 9_200, unapplied: 0 }]);
    const { facts: rest } = given(...refuted, ...events)
      .when(...agreedAgain('resolution', 'DID_NOT_HAPPEN'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefunded');
    expect(rest.map(({ data }) => 'amount' in data && data.amount)).to.deep.equal(
      rest.map(() => 9_200),
    );
    expect(booksOf([...refuted, ...events, ...rest])).to.deep.equal({});
  });

  it('is not decided by staff who did not see that a part was refunded', () => {
    const [proposal, confirmation] = agreedAgain('resolution', 'DID_NOT_HAPPEN');
    if (!proposal || !confirmation) return expect.fail();
    given(...refuted)
      .when(proposal, ...refundOfPart, confirmation)
      .refuses('investigation/changed');
    return undefined;
  });

  it('leaves no open matter once all of it went back', () => {
    const { state } = given(...refuted)
      .when(said('CHARGEBACK'))
      .yields('PaymentChargedBack');
    expect(openMatters(state)).to.deep.equal([]);
  });

  it('is one open matter, with the acquirer’s newest statement, if the acquirer denies the payment again', () => {
    const { state } = given(...refuted)
      .when(said('REJECTED'))
      .yields('PaymentNoticeRefused');
    expect(openMatters(state)).to.deep.equal([
      { key: 'said REJECTED', amount: 9_700, unapplied: 0 },
    ]);
  });
});
