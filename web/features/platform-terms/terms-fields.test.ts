import { expect } from 'chai';
import fc from 'fast-check';
import { typedTerms } from '#/api/contract/platform-settings.ts';
import { samplePlatform } from '#/domain/testing/samples.ts';
import { wholeNumber } from '#/web/ui/fields/whole-number.ts';
import {
  differencesBetween,
  differencesIn,
  draftOf,
  installmentsWithInterest,
  numberFields,
  termsErrors,
  termsIn,
  valueAt,
  type PlatformTerms,
  type TermsDraft,
} from './terms-fields.ts';

const { name, fees, clearingDays, installments, expiry, withdrawals } = samplePlatform;
const limits = {
  largest: 5_000_00,
  largestPerDay: 20_000_00,
  approvalAbove: 1_000_00,
  secondApprovalAbove: 3_000_00,
  newDestinationHours: 24,
};
const terms: PlatformTerms = {
  name,
  fees,
  clearingDays,
  installments,
  expiry,
  withdrawals: { ...withdrawals, ...limits },
  maintenance: { notice: '' },
};
const base = draftOf(terms);

const withValue = (draft: TermsDraft, path: string, value: unknown): TermsDraft => {
  const copy = structuredClone(draft);
  const names = path.split('.');
  const last = names.pop() ?? '';
  let inner: object = copy;
  for (const part of names) inner = Object(inner)[part];
  Reflect.set(inner, last, value);
  return copy;
};

const errorsOf = (draft: TermsDraft) =>
  Object.fromEntries(Object.entries(termsErrors(draft)).filter(([, error]) => error !== undefined));

describe('Fields of a platform’s terms', () => {
  it('are all fields of the terms', () => {
    const pathsIn = (value: object, path = ''): readonly string[] =>
      Object.entries(value).flatMap(([key, inner]) =>
        typeof inner === 'object' && inner !== null
          ? pathsIn(inner, `${path}${key}.`)
          : [`${path}${key}`],
      );
    const paths = ['name', ...numberFields.map(({ path }) => path), 'maintenance.notice'];
    expect(paths).to.have.members(pathsIn(terms));
  });

  it('say that a number of days, hours, minutes or instalments is too high, however many digits are typed', () => {
    const countFields = numberFields.filter(({ kind }) => kind !== 'money' && kind !== 'percent');
    expect(countFields).to.have.lengthOf.at.least(8);
    // A field cuts long numbers: this is the smallest that it can make of one.
    const typed = wholeNumber('1'.padEnd(16, '0')) ?? 0;
    for (const { path, kind } of countFields) {
      // Seconds are typed as minutes.
      const value = kind === 'seconds' ? typed * 60 : typed;
      expect(errorsOf(withValue(base, path, value)), path).to.have.property(path);
    }
  });

  it('are wrong exactly where the server refuses them', () => {
    const edges = numberFields.flatMap(({ path, least, most }) =>
      [least - 1, least, most, most + 1, null].map((value) => ({ path, value })),
    );
    // Empty limits (null) are not sent.
    const inputOf = (draft: TermsDraft): unknown =>
      JSON.parse(JSON.stringify(draft, (_, value: unknown) => value ?? undefined));
    const edit = fc.constantFrom(
      ...edges,
      { path: 'name', value: ' ' },
      { path: 'name', value: '\u3164' },
      { path: 'name', value: 'x' },
    );
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 4 }), (edits) => {
        const draft = edits.reduce<TermsDraft>(
          (edited, { path, value }) => withValue(edited, path, value),
          base,
        );
        expect(termsIn(draft) !== undefined, JSON.stringify(edits)).to.equal(
          typedTerms.safeParse(inputOf(draft)).success,
        );
      }),
    );
  });

  it('say what is wrong with each', () => {
    const emptied = withValue(withValue(base, 'fees.PIX.percent', null), 'name', '  ');
    expect(errorsOf(emptied)).to.deep.equal({ name: 'missing', 'fees.PIX.percent': 'missing' });
    expect(errorsOf(withValue(base, 'clearingDays.BILLET', 366))).to.deep.equal({
      'clearingDays.BILLET': 'clearingDays',
    });
    expect(errorsOf(withValue(base, 'expiry.pixSeconds', 0))).to.deep.equal({
      'expiry.pixSeconds': 'pix',
    });
    expect(errorsOf(withValue(base, 'expiry.billetDays', 31))).to.deep.equal({
      'expiry.billetDays': 'boleto',
    });
    const few = withValue(
      withValue(base, 'installments.maximum', 2),
      'installments.interestFree',
      3,
    );
    expect(errorsOf(few)).to.deep.equal({ 'installments.interestFree': 'aboveMaximum' });
    const none = withValue(base, 'installments.maximum', 0);
    expect(errorsOf(none)['installments.maximum']).to.equal('count');
  });

  it('say that the second limit needs the first, and is not below it', () => {
    const second = 'withdrawals.secondApprovalAbove';
    expect(errorsOf(withValue(base, second, 999_99))).to.deep.equal({ [second]: 'belowFirst' });
    expect(errorsOf(withValue(base, second, 1_000_00))).to.deep.equal({});
    const without = withValue(base, 'withdrawals.approvalAbove', null);
    expect(errorsOf(without)).to.deep.equal({ [second]: 'firstMissing' });
    expect(errorsOf(withValue(without, second, null))).to.deep.equal({});
    expect(errorsOf(withValue(base, 'withdrawals.largest', 0))).to.deep.equal({
      'withdrawals.largest': 'limit',
    });
    expect(errorsOf(withValue(base, 'withdrawals.newDestinationHours', 721))).to.deep.equal({
      'withdrawals.newDestinationHours': 'hours',
    });
  });

  it('are saved without the limits that are left empty, and come back the same', () => {
    const without = withValue(base, 'withdrawals.largest', null);
    expect(termsIn(without)?.withdrawals).to.not.have.property('largest');
    expect(termsIn(base)).to.deep.equal(terms);
    const { fee, minimum } = terms.withdrawals;
    const none = draftOf({ ...terms, withdrawals: { fee, minimum } });
    expect(none.withdrawals.secondApprovalAbove).to.equal(null);
    expect(termsIn(none)?.withdrawals).to.deep.equal({ fee, minimum });
  });

  it('are saved without spaces around the name', () => {
    expect(termsIn(withValue(base, 'name', '  Loja  '))?.name).to.equal('Loja');
  });

  it('differ by path, with the value before and after, in the order of the page', () => {
    const changed = withValue(withValue(base, 'withdrawals.fee', 500), 'fees.PIX.percent', null);
    expect(differencesBetween(base, changed)).to.deep.equal([
      { path: 'fees.PIX.percent', before: valueAt(base, 'fees.PIX.percent'), after: null },
      { path: 'withdrawals.fee', before: valueAt(base, 'withdrawals.fee'), after: 500 },
    ]);
    expect(differencesBetween(base, structuredClone(base))).to.deep.equal([]);
  });

  it('of a recorded change are shown if the page has them', () => {
    const feeChange = { path: 'withdrawals.fee', before: null, after: 367 };
    expect(
      differencesIn([feeChange, { path: 'reserve.percent', before: 1, after: 2 }]),
    ).to.deep.equal([feeChange]);
  });

  it('say which instalments bear interest: from the first beyond the free ones to the maximum', () => {
    const draft = withValue(
      withValue(base, 'installments.maximum', 5),
      'installments.interestFree',
      2,
    );
    expect(installmentsWithInterest(draft)).to.deep.equal([3, 4, 5]);
    expect(
      installmentsWithInterest(withValue(draft, 'installments.interestFree', 5)),
    ).to.deep.equal([]);
    expect(installmentsWithInterest(withValue(draft, 'installments.maximum', null))).to.deep.equal(
      [],
    );
  });
});
