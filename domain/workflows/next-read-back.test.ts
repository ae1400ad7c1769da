import { expect } from 'chai';
import fc from 'fast-check';
import { dayOf, type Timestamp } from '#/domain/values/time.ts';
import { afterSilence, lastsUntil, nextReadBack, type AwaitedOutcome } from './next-read-back.ts';

/** A Thursday, before the holiday of Friday, 2026-11-20. */
const at = '2026-11-19T15:00:00.000Z';

type AwaitedCharge = Extract<AwaitedOutcome, { readonly expiresAt: unknown }>;

const charge = (differences: Partial<AwaitedCharge> = {}): AwaitedOutcome => ({
  method: 'PIX',
  requestedAt: at,
  expiresAt: null,
  submission: 'ANSWERED',
  ...differences,
});

/** The first read-backs, in seconds from the request. */
const readBackSeconds = (outcome: AwaitedOutcome, count: number): readonly number[] => {
  const seconds: number[] = [];
  let after: Timestamp = outcome.requestedAt;
  while (seconds.length < count) {
    after = nextReadBack(outcome, after);
    seconds.push((Date.parse(after) - Date.parse(outcome.requestedAt)) / 1_000);
  }
  return seconds;
};

const readBackTimes = (outcome: AwaitedOutcome, count: number): readonly string[] =>
  readBackSeconds(outcome, count).map((seconds) =>
    Temporal.Instant.from(outcome.requestedAt)
      .add({ seconds })
      .toZonedDateTimeISO('America/Sao_Paulo')
      .toString({ timeZoneName: 'never', offset: 'never', smallestUnit: 'minute' }),
  );

describe('Read-back schedule', () => {
  it('reads back an unanswered charge after 2 seconds, then at doubling intervals', () => {
    for (const submission of ['AWAITED', 'UNANSWERED'] as const)
      expect(readBackSeconds(charge({ submission, method: 'CREDIT_CARD' }), 5)).to.deep.equal([
        2, 4, 8, 16, 32,
      ]);
  });

  it('reads back a PIX after 5 seconds, at doubling intervals up to 15 minutes, and when it expires', () => {
    expect(readBackSeconds(charge(), 12)).to.deep.equal([
      5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_180, 3_080, 3_980,
    ]);
    const short = charge({ expiresAt: '2026-11-19T15:10:00.000Z' });
    expect(readBackSeconds(short, 9)).to.deep.equal([5, 10, 20, 40, 80, 160, 320, 640, 661]);
  });

  it('reads back a card charge after a minute, then at doubling intervals up to an hour', () => {
    const card = charge({ method: 'CREDIT_CARD' });
    expect(readBackSeconds(card, 9).map((seconds) => seconds / 60)).to.deep.equal([
      1, 2, 4, 8, 16, 32, 64, 124, 184,
    ]);
  });

  it('reads back registrations and unanswered payouts after 2 seconds, answered payouts and refunds after a minute', () => {
    const pending = { method: 'WITHDRAWAL', requestedAt: at } as const;
    const unanswered = readBackSeconds({ ...pending, submission: 'UNANSWERED' }, 11);
    expect(unanswered.slice(0, 3)).to.deep.equal([2, 4, 8]);
    expect(unanswered.slice(-2)).to.deep.equal([1_024, 1_924]);
    for (const method of ['REFUND', 'WITHDRAWAL'] as const) {
      const answered = readBackSeconds({ ...pending, method, submission: 'ANSWERED' }, 6);
      expect(answered).to.deep.equal([60, 120, 240, 480, 960, 1_860]);
    }
    const registration = { ...pending, method: 'REGISTRATION', submission: 'ANSWERED' } as const;
    expect(readBackSeconds(registration, 3)).to.deep.equal([2, 4, 8]);
  });

  it('reads back a boleto on the mornings of business days, until three of them have passed since its expiry', () => {
    const boleto = charge({ method: 'BILLET', expiresAt: '2026-11-24T02:59:59.000Z' });
    expect(readBackTimes(boleto, 6)).to.deep.equal([
      '2026-11-23T09:00',
      '2026-11-24T09:00',
      '2026-11-25T09:00',
      '2026-11-26T09:00',
      '2026-11-27T00:00',
      '2026-11-27T09:00',
    ]);
    expect(lastsUntil('BILLET', '2026-11-24T02:59:59.000Z')).to.equal('2026-11-27T03:00:00.000Z');
    expect(dayOf('2026-11-24T02:59:59.000Z'), 'it ends on Monday').to.equal('2026-11-23');
  });

  it('asks again soon after no answer, and no later than scheduled', () => {
    const after = '2026-11-19T15:05:00.000Z';
    const pauses = [1, 2, 3, 7, 8, 100].map(
      (silences) =>
        (Date.parse(afterSilence(charge(), after, silences)) - Date.parse(after)) / 1_000,
    );
    expect(pauses).to.deep.equal([2, 4, 8, 20, 20, 20]);
  });

  it('schedules each read-back after the last: within 6 days for a boleto, else within an hour', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<AwaitedCharge['method']>('PIX', 'CREDIT_CARD', 'BILLET'),
        fc.constantFrom<AwaitedCharge['submission']>('AWAITED', 'UNANSWERED', 'ANSWERED'),
        fc.nat(60 * 86_400),
        fc.option(fc.nat(10 * 86_400)),
        (method, submission, askedAfter, expiresAfter) => {
          const later = (seconds: number) =>
            new Date(Date.parse(at) + seconds * 1_000).toISOString();
          const expiresAt = expiresAfter === null ? null : later(expiresAfter);
          const askedAt = later(askedAfter);
          const next = nextReadBack(charge({ method, submission, expiresAt }), askedAt);
          const pause = Date.parse(next) - Date.parse(askedAt);
          expect(pause).to.be.greaterThan(0);
          expect(pause).to.be.at.most(method === 'BILLET' ? 6 * 86_400_000 : 3_600_000);
        },
      ),
    );
  });
});
