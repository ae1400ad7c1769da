import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import type { BooksCommand } from './commands.ts';
import { books } from './decider.ts';

const { given, facts } = specify(books);

const begin = (period: string): BooksCommand => ({
  type: 'BeginMonth',
  platformId: 'demo',
  sellerId: 'seller-1',
  period,
  now,
});

describe('Books of a seller', () => {
  it('begin a month once, and none before the latest', () => {
    const { state } = given(...facts(begin('2026-11'), begin('2027-01')))
      .when(begin('2027-01'), begin('2026-12'), begin('2027-02'))
      .yields('AccountMonthBegun');
    expect(state).to.deep.equal(['2026-11', '2027-01', '2027-02']);
  });

  it('do not begin a month that is only proposed', () => {
    const { state } = given()
      .when({ ...begin('2027-01'), type: 'ProposeMonth' }, begin('2026-11'))
      .yields('AccountMonthProposed', 'AccountMonthBegun');
    expect(state).to.deep.equal(['2026-11']);
  });
});
