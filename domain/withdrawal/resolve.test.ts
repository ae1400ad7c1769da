import { expect } from 'chai';
import { account } from '#/domain/account/decider.ts';
import { cents } from '#/domain/values/money.ts';
import { booksOf } from '#/domain/testing/books-of.ts';
import { sampleNow as now, sampleEncrypted, sampleSigned } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { agreed } from '#/domain/testing/two-people.ts';
import type { WithdrawalCommand } from './commands.ts';
import { withdrawal, type WithdrawalEvent } from './decider.ts';

const { given, facts } = specify(withdrawal);

const open: WithdrawalCommand = {
  type: 'RequestWithdrawal',
  withdrawal: {
    platformId: 'demo',
    receiverId: 'seller-1',
    currency: 'BRL',
    amount: cents(5_000),
    fee: cents(150),
    provider: 'sandbox',
    method: 'PIX',
    pixType: 'EMAIL',
    destination: sampleEncrypted,
    at: now,
  },
};
const leave: WithdrawalCommand = { type: 'LeaveUnresolved', cause: 'unanswered', now };
const settled: WithdrawalCommand = { type: 'RecordSettled', endToEndId: 'E1', now };
const failed: WithdrawalCommand = { type: 'RecordFailed', cause: 'rejected', now };
const cameBack: WithdrawalCommand = { type: 'RecordCameBack', cause: 'rejected', now };

const CLEARING = 'provider:sandbox:demo:BRL:clearing';
const UNAPPLIED = 'platform:demo:BRL:unapplied';

const attemptId = '0b4fb5a1-8a35-4f62-8a5c-0b7d6c0a9f11';
const begin: WithdrawalCommand = {
  type: 'BeginPayout',
  signed: sampleSigned,
  attemptId,
  after: null,
  epoch: 1,
  now,
};

describe('A payout whose outcome is unknown', () => {
  const unresolved = facts(open, leave);

  it('is left to staff once, and ends by the acquirer’s answer all the same', () => {
    given()
      .when(open, leave, leave, settled)
      .yields('WithdrawalRequested', 'WithdrawalLeftUnresolved', 'WithdrawalSettled');
    given(...unresolved)
      .when(settled, ...agreed('payout', 'DID_NOT_HAPPEN'))
      .refuses('investigation/not-open');
  });

  it('is paid, or given back to the seller, once two people decide so', () => {
    given(...unresolved)
      .when(...agreed('payout', 'HAPPENED'))
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalSettled');
    given(...unresolved)
      .when(...agreed('payout', 'DID_NOT_HAPPEN'))
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalFailed');
  });

  it('is booked in the account that is connected when staff confirm it, if the log has lost the calls', () => {
    const [propose, confirm] = agreed('payout', 'HAPPENED');
    if (propose === undefined || confirm?.type !== 'ConfirmResolution') expect.fail('no answer');
    const confirmed = { ...confirm, merchantAccount: 'account-2' };
    const accountOf = (events: readonly WithdrawalEvent[]) =>
      events.flatMap(({ type, data }) =>
        type === 'WithdrawalSettled' ? [data.merchantAccount] : [],
      );
    const { facts: withoutCall } = given(...unresolved)
      .when(propose, confirmed)
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalSettled');
    expect(accountOf(withoutCall)).to.deep.equal(['account-2']);
    const { facts: withCall } = given(
      ...facts(open, { ...begin, merchantAccount: 'account-1' }, leave),
    )
      .when(propose, confirmed)
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalSettled');
    expect(accountOf(withCall)).to.deep.equal(['account-1']);
  });

  it('is booked in the account that says later that it paid, if the log has lost the calls', () => {
    const asked = { attemptId: null, providerWithdrawIds: [], merchantAccount: 'account-2' };
    const { facts: contradiction } = given(...unresolved)
      .when(...agreed('payout', 'DID_NOT_HAPPEN'), { ...settled, asked })
      .yields(
        'WithdrawalResolutionProposed',
        'WithdrawalResolved',
        'WithdrawalFailed',
        'WithdrawalContradicted',
      );
    const THERE = 'provider:sandbox:account-2:BRL:clearing';
    expect(booksOf(contradiction)).to.deep.equal({ [UNAPPLIED]: -4_850, [THERE]: 4_850 });
    const other = { ...asked, merchantAccount: 'account-3' };
    const { facts: ended } = given(...unresolved, ...contradiction)
      .when({ ...failed, asked: other })
      .yields('WithdrawalContradictionEnded');
    expect(booksOf([...contradiction, ...ended]), 'where it began').to.deep.equal({});
    const { facts: unnamed } = given(...unresolved)
      .when(...agreed('payout', 'DID_NOT_HAPPEN'), settled, { ...failed, asked })
      .yields(
        'WithdrawalResolutionProposed',
        'WithdrawalResolved',
        'WithdrawalFailed',
        'WithdrawalContradicted',
        'WithdrawalContradictionEnded',
      );
    expect(booksOf(unnamed), 'what is booked stays where it is').to.deep.equal({});
  });

  it('is posted as unapplied when the acquirer contradicts staff later, and waits for them again', () => {
    const { facts: events } = given(...unresolved)
      .when(...agreed('payout', 'DID_NOT_HAPPEN'), settled)
      .yields(
        'WithdrawalResolutionProposed',
        'WithdrawalResolved',
        'WithdrawalFailed',
        'WithdrawalContradicted',
      );
    expect(booksOf(events)).to.deep.equal({ [UNAPPLIED]: -4_850, [CLEARING]: 4_850 });
    const { facts: next } = given(...unresolved, ...events)
      .when(...agreed('said SETTLED', 'HAPPENED', 'proposal-2'))
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalFoundPaid');
    expect(booksOf([...events, ...next])).to.deep.equal({});
  });

  it('is not given back to the seller on the acquirer’s statement alone, once two people said that it was paid', () => {
    const { facts: events } = given(...unresolved)
      .when(...agreed('payout', 'HAPPENED'), cameBack, cameBack)
      .yields(
        'WithdrawalResolutionProposed',
        'WithdrawalResolved',
        'WithdrawalSettled',
        'WithdrawalContradicted',
      );
    expect(booksOf(events)).to.deep.equal({ [UNAPPLIED]: 4_850, [CLEARING]: -4_850 });
    given(...unresolved, ...events)
      .when(...agreed('said FAILED', 'HAPPENED', 'proposal-2'))
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalCameBack');
  });

  it('is not confirmed as not made once the acquirer has said that it will pay', () => {
    const [propose, confirm] = agreed('payout', 'DID_NOT_HAPPEN');
    if (propose === undefined || confirm === undefined) throw new Error('nothing is proposed');
    const sent = { type: 'RecordSent', providerWithdrawId: 'po-1', now } as const;
    given(...facts(open, leave, propose, sent))
      .when(confirm)
      .refuses('investigation/changed');
  });

  it('waits for staff again when its call is answered late as accepted, after they found it not made', () => {
    const accepted = { type: 'RecordSent', providerWithdrawId: 'po-1', attemptId, now } as const;
    const notMade = facts(open, begin, leave, ...agreed('payout', 'DID_NOT_HAPPEN'));
    const { facts: events } = given(...notMade)
      .when(accepted, accepted, settled)
      .yields('WithdrawalSent', 'WithdrawalContradicted');
    expect(booksOf(events)).to.deep.equal({ [UNAPPLIED]: -4_850, [CLEARING]: 4_850 });
    given(...notMade, ...events)
      .when(...agreed('said SETTLED', 'HAPPENED', 'proposal-2'), accepted)
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalFoundPaid');
    // The acquirer has refused the payout that it had accepted before.
    given(...facts(open, begin, failed))
      .when(accepted)
      .yieldsNothing();
  });

  it('is not called again while it waits for staff', () => {
    given(...unresolved)
      .when(begin)
      .yieldsNothing();
    given(...facts(open))
      .when(begin)
      .yields('WithdrawalSigned', 'WithdrawalAttempted');
  });

  it('has the amount that is on record, whatever amount a person states', () => {
    const [proposed] = agreed('payout', 'HAPPENED');
    if (proposed?.type !== 'ProposeResolution') throw new Error('nothing is proposed');
    given(...unresolved)
      .when({ ...proposed, amount: cents(1) })
      .refuses('investigation/changed');
    given(...unresolved)
      .when({ ...proposed, amount: cents(4_850) })
      .yields('WithdrawalResolutionProposed');
  });
});

describe('A payout whose outcome the acquirer contradicts', () => {
  it('was paid after it had been given back: the platform may bear it', () => {
    const { facts: events } = given(...facts(open, failed, settled))
      .when(...agreed('said SETTLED', 'BORNE_BY_PLATFORM'))
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved');
    expect(booksOf(events)).to.deep.equal({
      'platform:demo:BRL:losses': -4_850,
      [CLEARING]: 4_850,
    });
  });

  it('waits for staff again when the bank gives back what the platform bore', () => {
    const borne = facts(open, failed, settled, ...agreed('said SETTLED', 'BORNE_BY_PLATFORM'));
    const { facts: events } = given(...borne)
      .when(failed, failed)
      .yields('WithdrawalContradicted');
    expect(booksOf(events)).to.deep.equal({ [UNAPPLIED]: 4_850, [CLEARING]: -4_850 });
    const { facts: next } = given(...borne, ...events)
      .when(...agreed('said FAILED', 'HAPPENED', 'proposal-2'), failed)
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved');
    expect(booksOf([...borne, ...events, ...next])).to.deep.equal({});
  });

  it('waits for staff again when the acquirer reports it paid after it came back', () => {
    const afterReturn = facts(open, settled, failed, ...agreed('said FAILED', 'HAPPENED'));
    given(...afterReturn)
      .when(settled, settled)
      .yields('WithdrawalContradicted');
  });

  it('came back after it was paid, and is given back to the seller', () => {
    given(...facts(open, settled, failed))
      .when(...agreed('said FAILED', 'HAPPENED'))
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalCameBack');
    given(...facts(open, settled, failed))
      .when(...agreed('said FAILED', 'DID_NOT_HAPPEN'), failed)
      .yields('WithdrawalResolutionProposed', 'WithdrawalResolved');
  });
});

describe('A payout that comes back after the acquirer reported it refused', () => {
  const HISTORIES = {
    'was on record as paid': facts(open, settled, failed),
    'was found to be paid by people': facts(open, leave, ...agreed('payout', 'HAPPENED'), failed),
  };
  for (const [history, refused] of Object.entries(HISTORIES)) {
    it(`waits for staff again, once, also after they did not believe the refusal: a payout that ${history}`, () => {
      const [propose, confirm] = agreed('said FAILED', 'DID_NOT_HAPPEN', 'proposal-2');
      if (propose === undefined || confirm === undefined) throw new Error('nothing is proposed');
      given(...refused)
        .when(propose, cameBack, confirm)
        .refuses('investigation/changed');
      const { facts: contradiction } = given(...refused)
        .when(propose, confirm, failed, cameBack, cameBack)
        .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalContradicted');
      const { facts: ended } = given(...refused, ...contradiction)
        .when(...agreed('said FAILED', 'HAPPENED', 'proposal-3'), cameBack)
        .yields('WithdrawalResolutionProposed', 'WithdrawalResolved', 'WithdrawalCameBack');
      expect(booksOf([...refused, ...contradiction, ...ended])).to.deep.equal({});
      given(...refused, ...contradiction)
        .when(...agreed('said FAILED', 'DID_NOT_HAPPEN', 'proposal-3'), cameBack)
        .yields('WithdrawalResolutionProposed', 'WithdrawalResolved');
    });
  }
});

describe('A payout that comes back whole while staff decide what was paid', () => {
  const other: WithdrawalCommand = {
    type: 'LeaveUnresolved',
    cause: 'other-amount',
    saidAmount: cents(3_000),
    now,
  };

  it('leaves nothing to decide, so that an earlier proposal cannot take money of the seller', () => {
    const { state } = given(...facts(open, settled, other))
      .when(cameBack)
      .yields('WithdrawalCameBack');
    expect(state.status !== 'NONE' && state.investigation.matters).to.deep.equal([]);
    const [propose, confirm] = agreed('said SETTLED', 'HAPPENED');
    if (propose === undefined || confirm === undefined) throw new Error('nothing is proposed');
    given(...facts(open, settled, other, propose, cameBack))
      .when(confirm)
      .refuses('investigation/changed');
  });
});

describe('The account of a payout that had been paid after all', () => {
  it('is debited once, fee included, even if its balance is lower', () => {
    const books = specify(account);
    const owner = { platformId: 'demo', sellerId: 'seller-1', now };
    const taking = {
      type: 'TakeWithdrawal',
      currency: 'BRL',
      ...owner,
      withdrawalId: 'w-1',
      amount: cents(5_000),
      fee: cents(150),
      provider: 'sandbox',
    } as const;
    const { state } = books
      .given(...books.facts({ type: 'OpenAccount', ...owner, period: '2026-11' }))
      .when(taking, taking)
      .yields('WithdrawalTaken');
    expect(state.status === 'OPEN' && state.available).to.equal(-5_000);
  });
});
