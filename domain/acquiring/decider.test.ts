import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/values/time.ts';
import type { AcquirerCommand } from './commands.ts';
import { acquirer, suspensionNow } from './decider.ts';
import { healthFinding, defaultSuspensionLimits } from './health.ts';

const { given } = specify(acquirer);
const pixAtOnz = { platformId: 'demo', provider: 'onz', purpose: 'PIX' } as const;
const seen = { calls: 6, answered: 1, median: 900 };
const after = (seconds: number) => addSeconds(now, seconds);
const suspend = (seconds: number): AcquirerCommand => ({
  ...pixAtOnz,
  type: 'Suspend',
  reason: 'FAILING',
  seen,
  now: after(seconds),
});

describe('Pause of an acquirer', () => {
  it('lasts one minute, applies to the failing purpose only, and ends by itself', () => {
    const { state } = given().when(suspend(0), suspend(10)).yields('AcquirerSteppedAside');
    expect(suspensionNow(state, 'PIX', after(59))?.reason).to.equal('FAILING');
    expect(suspensionNow(state, 'PIX', after(60))).to.equal(undefined);
    expect(suspensionNow(state, 'BILLET', after(1))).to.equal(undefined);
  });

  it('doubles each time the acquirer fails again, and returns to a minute after a healthy period', () => {
    const { facts } = given()
      .when(suspend(0), suspend(61), suspend(182), suspend(2_000))
      .yields(...Array.from({ length: 4 }, () => 'AcquirerSteppedAside' as const));
    const pauses = facts.map(
      ({ data }) => 'until' in data && (Date.parse(data.until) - Date.parse(data.at)) / 1_000,
    );
    expect(pauses).to.deep.equal([60, 120, 240, 60]);
  });

  it('ends early when resumed, and a second resume changes nothing', () => {
    const resume: AcquirerCommand = { ...pixAtOnz, type: 'Resume', now: after(5) };
    const { state } = given()
      .when(suspend(0), resume, resume)
      .yields('AcquirerSteppedAside', 'AcquirerCalledBack');
    expect(suspensionNow(state, 'PIX', after(6))).to.equal(undefined);
  });
});

describe('Unknown status words of an acquirer', () => {
  const report = (word: string, of: 'CHARGE' | 'WITHDRAW' = 'CHARGE'): AcquirerCommand => ({
    platformId: 'demo',
    provider: 'onz',
    type: 'RecordUnknownStatus',
    about: of,
    word,
    takenFor: of === 'CHARGE' ? 'REJECTED' : 'PENDING',
    now,
  });

  it('records each unknown word once for charges and once for payouts', () => {
    const { state } = given()
      .when(report('under_review'), report('under_review'), report('under_review', 'WITHDRAW'))
      .yields('AcquirerWordUnheard', 'AcquirerWordUnheard');
    expect(state.unknownStatuses).to.deep.equal([
      { about: 'CHARGE', word: 'under_review', takenFor: 'REJECTED', at: now },
      { about: 'WITHDRAW', word: 'under_review', takenFor: 'PENDING', at: now },
    ]);
  });

  it('records at most 20 unknown words', () => {
    const words = Array.from({ length: 30 }, (_each, at) => report(`word ${at}`));
    const { state } = given()
      .when(...words)
      .yields(...Array.from({ length: 20 }, () => 'AcquirerWordUnheard' as const));
    expect(state.unknownStatuses).to.have.length(20);
  });
});

describe('Health of an acquirer', () => {
  const finding = (calls: number, answered: number, median: number) =>
    healthFinding({ calls, answered, median }, defaultSuspensionLimits);

  it('counts as failing from five calls on when fewer than half are answered', () => {
    expect(finding(4, 0, 0)).to.equal(undefined);
    expect(finding(5, 2, 0)).to.equal('FAILING');
    expect(finding(20, 10, 0)).to.equal(undefined);
  });

  it('counts as slow when the median answer takes over 15 seconds', () => {
    expect(finding(5, 5, 15_000)).to.equal(undefined);
    expect(finding(5, 5, 15_001)).to.equal('SLOW');
  });
});
