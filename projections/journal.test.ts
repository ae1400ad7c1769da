import { expect } from 'chai';
import { cents } from '#/domain/values/money.ts';
import {
  countJournal,
  journal,
  streamJournal,
  readTrialBalance,
  type JournalLine,
} from './journal.ts';
import { History } from './testing/history.ts';
import { projectionWorld, type ProjectionWorld } from './testing/projection-world.ts';

describe('Journal', () => {
  let world: ProjectionWorld;

  before(async () => {
    world = await projectionWorld([journal]);
    const history = new History('2026-10-05T12:00:00.000Z');
    const paymentId = history.purchase();
    history.submit(paymentId);
    history.report(paymentId, 'APPROVED');
    history.wait(8 * 86_400);
    history.release('seller-1');
    const withdrawalId = history.withdraw('seller-1', cents(5_000));
    history.concludeWithdrawal(withdrawalId, 'seller-1', 'SETTLED');
    history.wait(86_400);
    history.concludeRefund(paymentId, history.requestRefund(paymentId), 'SETTLED');
    await world.happen(history);
  });

  after(() => world.close());

  const lines = async (range: { from?: string; to?: string }): Promise<readonly JournalLine[]> => {
    const all: JournalLine[] = [];
    for await (const batch of streamJournal(world.pool, { platformId: 'demo', ...range })) {
      all.push(...batch);
    }
    return all;
  };

  it('has a line for every posting, in the order of the log', async () => {
    const printed = (await lines({})).map(({ day, debit, credit, amount, history, ordinal }) =>
      [day, ordinal, debit, credit, amount, history].join(' '),
    );
    expect(printed).to.deep.equal([
      '2026-10-05 0 provider:sandbox:demo:BRL:clearing platform:demo:BRL:settling 9700 PaymentApproved',
      '2026-10-05 0 platform:demo:BRL:settling receiver:seller-1:BRL:pending 9115 ReceivablesBooked',
      '2026-10-05 1 platform:demo:BRL:settling platform:demo:BRL:fees 585 ReceivablesBooked',
      '2026-10-13 0 receiver:seller-1:BRL:pending receiver:seller-1:BRL:available 9115 ReceivablesReleased',
      '2026-10-13 0 receiver:seller-1:BRL:available receiver:seller-1:BRL:held 5000 WithdrawalHeld',
      '2026-10-13 0 receiver:seller-1:BRL:held provider:sandbox:demo:BRL:clearing 4850 WithdrawalPaid',
      '2026-10-13 1 receiver:seller-1:BRL:held platform:demo:BRL:fees 150 WithdrawalPaid',
      '2026-10-14 0 platform:demo:BRL:settling provider:sandbox:demo:BRL:clearing 9700 PaymentRefunded',
      '2026-10-14 0 receiver:seller-1:BRL:available platform:demo:BRL:settling 9115 ReceivablesReversed',
      '2026-10-14 1 platform:demo:BRL:fees platform:demo:BRL:settling 585 ReceivablesReversed',
    ]);
  });

  it('names the payment or withdrawal that a line belongs to', async () => {
    const [approved, booked, , released, held] = await lines({});
    expect(approved?.paymentId).to.be.a('string').and.to.equal(booked?.paymentId);
    expect(released).to.include({ paymentId: null, withdrawalId: null });
    expect(held).to.include({ paymentId: null }).and.to.have.property('withdrawalId').a('string');
  });

  it('exports and counts the lines of one day and of one platform', async () => {
    const october13 = { from: '2026-10-13', to: '2026-10-13' };
    expect(await lines(october13)).to.have.length(4);
    expect(await countJournal(world.pool, { platformId: 'demo', ...october13 })).to.equal(4);
    expect(await countJournal(world.pool, { platformId: 'another' })).to.equal(0);
  });

  it('has a trial balance whose debits equal its credits and whose closings add up to zero', async () => {
    const { lines: accounts, totals } = await readTrialBalance(world.pool, {
      platformId: 'demo',
      from: '2026-10-13',
      to: '2026-10-13',
    });
    const printed = accounts.map(({ account, kind, opening, debits, credits, closing }) =>
      [account, kind, opening, debits, credits, closing].join(' '),
    );
    expect(printed).to.deep.equal([
      'platform:demo:BRL:fees REVENUE 585 0 150 735',
      'platform:demo:BRL:settling LIABILITY 0 0 0 0',
      'provider:sandbox:demo:BRL:clearing ASSET -9700 0 4850 -4850',
      'receiver:seller-1:BRL:available LIABILITY 0 5000 9115 4115',
      'receiver:seller-1:BRL:held LIABILITY 0 5000 5000 0',
      'receiver:seller-1:BRL:pending LIABILITY 9115 9115 0 0',
    ]);
    expect(totals).to.deep.equal([{ currency: 'BRL', debits: 19_115, credits: 19_115 }]);
    expect(accounts.reduce((sum, { closing }) => sum + closing, 0)).to.equal(0);
  });
});
