import { expect } from 'chai';
import { ProblemError } from '#/web/lib/rpc.ts';
import { isKeyRefused, scheduleErrors, scheduleOf, valuesOf } from './schedule-form.ts';

const othersKey = { destinationId: 'd-others', holderName: 'Maria' };
const ownKey = { destinationId: 'd-own', holderName: null };
const initial = valuesOf(null, [othersKey, ownKey]);

const errorsIn = (changes: Partial<typeof initial>) =>
  Object.fromEntries(
    Object.entries(scheduleErrors({ ...initial, minimum: 100_00, ...changes })).filter(
      ([, error]) => error !== undefined,
    ),
  );

const refusal = (code: string): ProblemError =>
  new ProblemError({
    type: 'about:blank',
    title: '',
    status: 409,
    code,
    detail: { pt: '', en: '' },
    requestId: '',
  });

describe('Form of the automatic withdrawal', () => {
  it('begins with the seller’s own key before others’, and without an amount', () => {
    expect(initial).to.include({ destinationId: 'd-own', minimum: null });
    expect(valuesOf(null, [othersKey]).destinationId).to.equal('d-others');
    expect(valuesOf(null, []).destinationId).to.equal('');
  });

  it('comes back as it was saved, in each unit', () => {
    for (const every of [
      { unit: 'DAY' },
      { unit: 'WEEK', weekday: 7 },
      { unit: 'MONTH', day: 28 },
    ] as const) {
      const saved = { destinationId: 'd-others', every, minimum: 50_00 };
      expect(scheduleOf(valuesOf(saved, [othersKey, ownKey]))).to.deep.equal(saved);
    }
  });

  it('requires another key when the saved one is no longer approved', () => {
    const saved = { destinationId: 'd-lost', every: { unit: 'DAY' }, minimum: 50_00 } as const;
    const values = valuesOf(saved, [ownKey]);
    expect(values.destinationId).to.equal('');
    expect(errorsIn(values)).to.deep.equal({ destinationId: 'destinationMissing' });
  });

  it('reports an amount that is missing, and for a day of the month one that not every month has', () => {
    expect(errorsIn({})).to.deep.equal({});
    for (const minimum of [null, 0])
      expect(errorsIn({ minimum })).to.deep.equal({ minimum: 'minimumMissing' });
    for (const day of [null, 0, 29]) {
      expect(errorsIn({ unit: 'MONTH', day }), String(day)).to.deep.equal({ day: 'dayWrong' });
      expect(errorsIn({ unit: 'WEEK', day }), String(day)).to.deep.equal({});
    }
    for (const day of [1, 28]) expect(errorsIn({ unit: 'MONTH', day })).to.deep.equal({});
  });

  it('gives no schedule while a field is wrong', () => {
    expect(scheduleOf(initial)).to.equal(undefined);
    expect(scheduleOf({ ...initial, minimum: 1, unit: 'MONTH', day: 29 })).to.equal(undefined);
  });

  it('recognises the refusals that are about the key', () => {
    expect(isKeyRefused(refusal('destination/not-approved'))).to.equal(true);
    expect(isKeyRefused(refusal('resource/not-found'))).to.equal(true);
    expect(isKeyRefused(refusal('record/changed-meanwhile'))).to.equal(false);
    expect(isKeyRefused(null)).to.equal(false);
  });
});
