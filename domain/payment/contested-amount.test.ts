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

/** We refund a part of the sale. */
const refunded: readonly PaymentCommand[] = [
  { type: 'RequestRefund', refundId: 'r-1', amount: cents(500), note: '', now },
  { type: 'SettleRefund', refundId: 'r-1', now },
];

const contradicted = facts(request, submitted(), said('APPROVED'), said('CANCELED'));
const byPeople = facts(request, submitted(), left, ...agreed('charge', 'HAPPENED'));
const posted = [
  ...byPeople,
  ...given(...byPeople)
    .when(said('CANCELED'))
    .yields('PaymentNoticeRefused').facts,
];

const again = (matter: string, resolution: 'HAPPENED' | 'BORNE_BY_PLATFORM' | 'DID_NOT_HAPPEN') =>
  agreed(matter, resolution).map((it) => ({ ...it, proposalId: 'p-2' }));

const waiting = (state: Payment) =>
  state.status === 'NONE'
    ? []
    : state.investigation.matters.map(({ key, amount, unapplied }) => ({ key, amount, unapplied }));

describe('A sale of which an acquirer says that its money went back', () => {
  it('is in question only with what is left of it once a part was refunded', () => {
    const { facts: events, state } = given(...contradicted)
      .when(...refunded, ...agreed('said CANCELED', 'BORNE_BY_PLATFORM'))
      .yields(
        'PaymentRefundRequested',
        'PaymentRefunded',
        'PaymentResolutionProposed',
        'PaymentResolved',
      );
    expect(waiting(state)).to.deep.equal([]);
    expect(booksOf([...contradicted, ...events])).to.deep.equal({
      [SETTLING]: 9_200,
      [LOSSES]: -9_200,
    });
  });

  it('is not decided by staff who did not see that a part was refunded', () => {
    given(...contradicted)
      .when(proposed('said CANCELED', 'HAPPENED'), ...refunded, confirmed('HAPPENED'))
      .refuses('investigation/changed');
  });

  it('has its refunds on the books once, although what went back was posted before', () => {
    const { facts: events, state } = given(...posted)
      .when(...refunded)
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    const part = [...posted, ...events];
    expect(booksOf(part)).to.deep.equal({ [SETTLING]: 9_200, [UNAPPLIED]: -9_200 });
    expect(waiting(state)).to.deep.equal([
      { key: 'said CANCELED', amount: 9_200, unapplied: -9_200 },
    ]);
    for (const [resolution, books] of [
      ['HAPPENED', {}],
      ['BORNE_BY_PLATFORM', { [SETTLING]: 9_200, [LOSSES]: -9_200 }],
      ['DID_NOT_HAPPEN', { [CLEARING]: -9_200, [SETTLING]: 9_200 }],
    ] as const) {
      const types = resolution === 'HAPPENED' ? (['PaymentRefunded'] as const) : [];
      const { facts: rest } = given(...part)
        .when(...again('said CANCELED', resolution))
        .yields('PaymentResolutionProposed', 'PaymentResolved', ...types);
      expect(booksOf([...part, ...rest]), resolution).to.deep.equal(books);
    }
  });

  for (const status of ['REFUNDED', 'CHARGEBACK'] as const) {
    it(`asks staff nothing any more, and has gone back once, when it is ${status} after all`, () => {
      const { facts: events, state } = given(...posted)
        .when(said(status))
        .yields(status === 'REFUNDED' ? 'PaymentRefunded' : 'PaymentChargedBack');
      expect(booksOf([...posted, ...events])).to.deep.equal({});
      expect(waiting(state)).to.deep.equal([]);
    });
  }

  it('waits with the acquirer’s newest statement, and its money is posted once', () => {
    const { facts: events, state } = given(...posted)
      .when(said('REJECTED'), said('CANCELED'), said('REJECTED'))
      .yields('PaymentNoticeRefused');
    expect(waiting(state)).to.deep.equal([
      { key: 'said REJECTED', amount: 9_700, unapplied: -9_700 },
    ]);
    expect(booksOf([...posted, ...events])).to.deep.equal({
      [SETTLING]: 9_700,
      [UNAPPLIED]: -9_700,
    });
  });

  it('waits as it did where the refund is older than this rule, so that staff can end it', () => {
    const { facts: events } = given(...posted)
      .when(said('CHARGEBACK'))
      .yields('PaymentChargedBack');
    const older = events.map((event) =>
      event.type === 'PaymentChargedBack'
        ? { ...event, data: { ...event.data, unapplied: undefined } }
        : event,
    );
    const { facts: rest } = given(...posted, ...older)
      .when(...again('said CANCELED', 'DID_NOT_HAPPEN'))
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

  it('is in question only with what is left of it once a part was refunded', () => {
    const { facts: events, state } = given(...refuted)
      .when(...refunded)
      .yields('PaymentRefundRequested', 'PaymentRefunded');
    expect(waiting(state)).to.deep.equal([{ key: 'resolution', amount: 9_200, unapplied: 0 }]);
    const { facts: rest } = given(...refuted, ...events)
      .when(...again('resolution', 'DID_NOT_HAPPEN'))
      .yields('PaymentResolutionProposed', 'PaymentResolved', 'PaymentRefunded');
    expect(rest.map(({ data }) => 'amount' in data && data.amount)).to.deep.equal(
      rest.map(() => 9_200),
    );
    expect(booksOf([...refuted, ...events, ...rest])).to.deep.equal({});
  });

  it('is not decided by staff who did not see that a part was refunded', () => {
    const [proposal, confirmation] = again('resolution', 'DID_NOT_HAPPEN');
    if (!proposal || !confirmation) return expect.fail();
    given(...refuted)
      .when(proposal, ...refunded, confirmation)
      .refuses('investigation/changed');
    return undefined;
  });

  it('asks staff nothing any more once all of it went back', () => {
    const { state } = given(...refuted)
      .when(said('CHARGEBACK'))
      .yields('PaymentChargedBack');
    expect(waiting(state)).to.deep.equal([]);
  });

  it('is one question, with the acquirer’s newest statement, if the acquirer denies the payment again', () => {
    const { state } = given(...refuted)
      .when(said('REJECTED'))
      .yields('PaymentNoticeRefused');
    expect(waiting(state)).to.deep.equal([{ key: 'said REJECTED', amount: 9_700, unapplied: 0 }]);
  });
});
