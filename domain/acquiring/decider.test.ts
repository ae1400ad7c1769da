import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/time.ts';
import type { AcquirerCommand } from './commands.ts';
import { acquirer, suspensionNow } from './decider.ts';
import { healthFinding, defaultSuspensionLimits } from './health.ts';

const { given } = specify(acquirer);
const about = { platformId: 'demo', provider: 'onz', purpose: 'PIX' } as const;
const seen = { calls: 6, answered: 1, median: 900 };
const after = (seconds: number) => addSeconds(now, seconds);
const stepAside = (seconds: number): AcquirerCommand => ({
  ...about,
  type: 'Suspend',
  reason: 'FAILING',
  seen,
  now: after(seconds),
});

describe('an acquirer of a platform', () => {
  it('steps aside for a minute, for that purpose alone, and is back by itself', () => {
    const { state } = given().when(stepAside(0), stepAside(10)).yields('AcquirerSteppedAside');
    expect(suspensionNow(state, 'PIX', after(59))?.reason).to.equal('FAILING');
    expect(suspensionNow(state, 'PIX', after(60))).to.equal(undefined);
    expect(suspensionNow(state, 'BILLET', after(1))).to.equal(undefined);
  });

  it('rests twice as long each time it comes back ailing, and as at first once it did well', () => {
    const { facts } = given()
      .when(stepAside(0), stepAside(61), stepAside(182), stepAside(2_000))
      .yields(...Array.from({ length: 4 }, () => 'AcquirerSteppedAside' as const));
    const rests = facts.map(
      ({ data }) => 'until' in data && (Date.parse(data.until) - Date.parse(data.at)) / 1_000,
    );
    expect(rests).to.deep.equal([60, 120, 240, 60]);
  });

  it('is called back before its time, once', () => {
    const callBack: AcquirerCommand = { ...about, type: 'Resume', now: after(5) };
    const { state } = given()
      .when(stepAside(0), callBack, callBack)
      .yields('AcquirerSteppedAside', 'AcquirerCalledBack');
    expect(suspensionNow(state, 'PIX', after(6))).to.equal(undefined);
  });
});

describe('the words of an acquirer', () => {
  const report = (word: string, of: 'CHARGE' | 'WITHDRAW' = 'CHARGE'): AcquirerCommand => ({
    platformId: 'demo',
    provider: 'onz',
    type: 'RecordUnknownStatus',
    about: of,
    word,
    takenFor: of === 'CHARGE' ? 'REJECTED' : 'PENDING',
    now,
  });

  it('that nobody knows are on record once each, of charges and of payouts', () => {
    const { state } = given()
      .when(report('under_review'), report('under_review'), report('under_review', 'WITHDRAW'))
      .yields('AcquirerWordUnheard', 'AcquirerWordUnheard');
    expect(state.unknownStatuses).to.deep.equal([
      { about: 'CHARGE', word: 'under_review', takenFor: 'REJECTED', at: now },
      { about: 'WITHDRAW', word: 'under_review', takenFor: 'PENDING', at: now },
    ]);
  });

  it('are no endless list, where it never says the same twice', () => {
    const words = Array.from({ length: 30 }, (_each, at) => report(`word ${at}`));
    const { state } = given()
      .when(...words)
      .yields(...Array.from({ length: 20 }, () => 'AcquirerWordUnheard' as const));
    expect(state.unknownStatuses).to.have.length(20);
  });
});

describe('the health of an acquirer', () => {
  const finding = (calls: number, answered: number, median: number) =>
    healthFinding({ calls, answered, median }, defaultSuspensionLimits);

  it('is judged by enough calls only', () => {
    expect(finding(4, 0, 0)).to.equal(undefined);
    expect(finding(5, 2, 0)).to.equal('FAILING');
    expect(finding(20, 10, 0)).to.equal(undefined);
  });

  it('suffers from slowness too', () => {
    expect(finding(5, 5, 15_000)).to.equal(undefined);
    expect(finding(5, 5, 15_001)).to.equal('SLOW');
  });
});
