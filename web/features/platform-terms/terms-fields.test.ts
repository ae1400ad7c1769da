import { expect } from 'chai';
import fc from 'fast-check';
import { typedTerms } from '#/api/contract/platform-settings.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import {
  differencesBetween,
  differencesIn,
  installmentsWithInterest,
  numberFields,
  termsErrors,
  termsIn,
  valueAt,
  type Terms,
  type TermsDraft,
} from './terms-fields.ts';

const { name, fees, clearingDays, installments, expiry, withdrawals } = samplePlatform;
const terms: Terms = {
  name,
  fees,
  clearingDays,
  installments,
  expiry,
  withdrawals,
  maintenance: { notice: '' },
};

/** Returns terms with another value at a path. */
const withAt = (draft: TermsDraft, path: string, value: unknown): TermsDraft => {
  const copy = structuredClone(draft);
  const names = path.split('.');
  const last = names.pop() ?? '';
  let inner: object = copy;
  for (const each of names) inner = Object(inner)[each];
  Reflect.set(inner, last, value);
  return copy;
};

const errorsOf = (draft: TermsDraft) =>
  Object.fromEntries(Object.entries(termsErrors(draft)).filter(([, error]) => error !== undefined));

describe('Fields of a platform’s terms', () => {
  it('are all that there are', () => {
    const pathsIn = (value: object, path = ''): readonly string[] =>
      Object.entries(value).flatMap(([key, inner]) =>
        typeof inner === 'object' && inner !== null
          ? pathsIn(inner, `${path}${key}.`)
          : [`${path}${key}`],
      );
    const paths = ['name', ...numberFields.map(({ path }) => path), 'maintenance.notice'];
    expect(paths).to.have.members(pathsIn(terms));
  });

  it('are wrong exactly where the server refuses them', () => {
    const edges = numberFields.flatMap(({ path, least, most }) =>
      [least - 1, least, most, most + 1].map((value) => ({ path, value })),
    );
    const edit = fc.constantFrom(
      ...edges,
      { path: 'name', value: ' ' },
      { path: 'name', value: '\u3164' },
      { path: 'name', value: 'x' },
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 4 }), (edits) => {
        const draft = edits.reduce<TermsDraft>(
          (edited, { path, value }) => withAt(edited, path, value),
          terms,
        );
        expect(termsIn(draft) !== undefined, JSON.stringify(edits)).to.equal(
          typedTerms.safeParse(draft).success,
        );
      }),
    );
  });

  it('say what is wrong of each', () => {
    const emptied = withAt(withAt(terms, 'fees.PIX.percent', null), 'name', '  ');
    expect(errorsOf(emptied)).to.deep.equal({ name: 'missing', 'fees.PIX.percent': 'missing' });
    expect(errorsOf(withAt(terms, 'clearingDays.BILLET', 366))).to.deep.equal({
      'clearingDays.BILLET': 'clearingDays',
    });
    expect(errorsOf(withAt(terms, 'expiry.pixSeconds', 0))).to.deep.equal({
      'expiry.pixSeconds': 'pix',
    });
    expect(errorsOf(withAt(terms, 'expiry.billetDays', 31))).to.deep.equal({
      'expiry.billetDays': 'billet',
    });
    const few = withAt(withAt(terms, 'installments.maximum', 2), 'installments.interestFree', 3);
    expect(errorsOf(few)).to.deep.equal({ 'installments.interestFree': 'aboveMaximum' });
    const none = withAt(terms, 'installments.maximum', 0);
    expect(errorsOf(none)['installments.maximum']).to.equal('count');
  });

  it('are saved without spaces around the name', () => {
    expect(termsIn(withAt(terms, 'name', '  Loja  '))?.name).to.equal('Loja');
  });

  it('differ by path, with the value before and after, in the order of the page', () => {
    const changed = withAt(withAt(terms, 'withdrawals.fee', 500), 'fees.PIX.percent', null);
    expect(differencesBetween(terms, changed)).to.deep.equal([
      { path: 'fees.PIX.percent', before: valueAt(terms, 'fees.PIX.percent'), after: null },
      { path: 'withdrawals.fee', before: valueAt(terms, 'withdrawals.fee'), after: 500 },
    ]);
    expect(differencesBetween(terms, structuredClone(terms))).to.deep.equal([]);
  });

  it('of a record are those that the page knows', () => {
    const known = { path: 'withdrawals.fee', before: null, after: 367 };
    expect(differencesIn([known, { path: 'reserve.percent', before: 1, after: 2 }])).to.deep.equal([
      known,
    ]);
  });

  it('bear interest from the first instalment beyond the free ones to the maximum', () => {
    const draft = withAt(withAt(terms, 'installments.maximum', 5), 'installments.interestFree', 2);
    expect(installmentsWithInterest(draft)).to.deep.equal([3, 4, 5]);
    expect(installmentsWithInterest(withAt(draft, 'installments.interestFree', 5))).to.deep.equal(
      [],
    );
    expect(installmentsWithInterest(withAt(draft, 'installments.maximum', null))).to.deep.equal([]);
  });
});
