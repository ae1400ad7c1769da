import { expect } from 'chai';
import { paidWithdrawals } from '#/web/i18n/pt-br/payouts/paid.ts';
import { describeMark } from './describe-mark.ts';

const formats = { money: (cents: number) => `R$ ${cents}`, dateTime: (at: string) => at };

const MARK = { by: 'ana@x.example', at: 'seg', amount: 97, reference: null, isOutdated: false };

const describeIn = (
  reconciliation: Parameters<typeof describeMark>[0]['reconciliation'],
  returnedAt: string | null = null,
) => describeMark({ reconciliation, returnedAt }, paidWithdrawals, formats);

describe('The words beside the mark of a paid withdrawal', () => {
  it('say who found it when, and where the statement has it', () => {
    expect(describeIn(MARK)).to.equal('por ana@x.example em seg');
    expect(describeIn({ ...MARK, by: null, reference: 'EXT-1' })).to.equal(
      'por pessoa apagada em seg · extrato: EXT-1',
    );
    expect(describeIn(null)).to.equal(null);
  });

  it('show both mark and return of one that came back afterwards', () => {
    expect(describeIn({ ...MARK, isOutdated: true }, 'sex')).to.equal(
      'por ana@x.example em seg · conciliado com R$ 97 · devolvido em sex',
    );
  });

  it('show with which amount one was marked whose amount was corrected afterwards', () => {
    expect(describeIn({ ...MARK, isOutdated: true })).to.equal(
      'por ana@x.example em seg · conciliado com R$ 97',
    );
  });
});
