import { expect } from 'chai';
import fc from 'fast-check';
import { dayOf, type Timestamp } from '#/domain/time.ts';
import { lastsUntil, nextReadBack, type Awaited } from './next-read-back.ts';

/** A Thursday, before the holiday of Friday, 2026-11-20. */
const at = '2026-11-19T15:00:00.000Z';

type AwaitedCharge = Extract<Awaited, { readonly expiresAt: unknown }>;

const charge = (differences: Partial<AwaitedCharge> = {}): Awaited => ({
  method: 'PIX',
  requestedAt: at,
  expiresAt: null,
  submission: 'ANSWERED',
  ...differences,
});

/** Returns the first read-backs, in seconds from the request. */
const moments = (of: Awaited, count: number): readonly number[] => {
  const found: number[] = [];
  let after: Timestamp = of.requestedAt;
  while (found.length < count) {
    after = nextReadBack(of, after);
    found.push((Date.parse(after) - Date.parse(of.requestedAt)) / 1_000);
  }
  return found;
};

const days = (of: Awaited, count: number): readonly string[] =>
  moments(of, count).map((seconds) =>
    Temporal.Instant.from(of.requestedAt)
      .add({ seconds })
      .toZonedDateTimeISO('America/Sao_Paulo')
      .toString({ timeZoneName: 'never', offset: 'never', smallestUnit: 'minute' }),
  );

describe('A provider is asked how a charge stands', () => {
  it('seconds after an answer that was lost, then less and less often', () => {
    for (const submission of ['AWAITED', 'UNANSWERED'] as const)
      expect(moments(charge({ submission, method: 'CREDIT_CARD' }), 5)).to.deep.equal([
        2, 4, 8, 16, 32,
      ]);
  });

  it('seconds after a PIX, then less and less often, and when it is over', () => {
    expect(moments(charge(), 12)).to.deep.equal([
      5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_180, 3_080, 3_980,
    ]);
    const short = charge({ expiresAt: '2026-11-19T15:10:00.000Z' });
    expect(moments(short, 9)).to.deep.equal([5, 10, 20, 40, 80, 160, 320, 640, 661]);
  });

  it('minutes after a card, then every hour', () => {
    const card = charge({ method: 'CREDIT_CARD' });
    expect(moments(card, 9).map((seconds) => seconds / 60)).to.deep.equal([
      1, 2, 4, 8, 16, 32, 64, 124, 184,
    ]);
  });

  it('soon after an errand that was not answered, a minute after one that was, then every quarter of an hour', () => {
    const pending = { method: 'WITHDRAWAL', requestedAt: at } as const;
    const unanswered = moments({ ...pending, submission: 'UNANSWERED' }, 11);
    expect(unanswered.slice(0, 3)).to.deep.equal([2, 4, 8]);
    expect(unanswered.slice(-2)).to.deep.equal([1_024, 1_924]);
    for (const method of ['REFUND', 'WITHDRAWAL'] as const) {
      const answered = moments({ ...pending, method, submission: 'ANSWERED' }, 6);
      expect(answered).to.deep.equal([60, 120, 240, 480, 960, 1_860]);
    }
    const registration = { ...pending, method: 'REGISTRATION', submission: 'ANSWERED' } as const;
    expect(moments(registration, 3)).to.deep.equal([2, 4, 8]);
  });

  it('on the mornings on which banks work after a boleto, until three of them after its end', () => {
    const billet = charge({ method: 'BILLET', expiresAt: '2026-11-24T02:59:59.000Z' });
    expect(days(billet, 6)).to.deep.equal([
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

  it('always later than it was, at the latest on the next day on which banks work', () => {
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
          const asked = later(askedAfter);
          const next = nextReadBack(charge({ method, submission, expiresAt }), asked);
          const pause = Date.parse(next) - Date.parse(asked);
          expect(pause).to.be.greaterThan(0);
          expect(pause).to.be.at.most(method === 'BILLET' ? 6 * 86_400_000 : 3_600_000);
        },
      ),
    );
  });
});
