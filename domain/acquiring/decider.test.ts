import { expect } from 'chai';
import { sampleNow as now } from '#/domain/testing/samples.ts';
import { specify } from '#/domain/testing/specify.ts';
import { addSeconds } from '#/domain/time.ts';
import type { AcquirerCommand } from './commands.ts';
import { acquirer, asideNow } from './decider.ts';
import { ailmentOf, defaultStepAside } from './health.ts';

const { given } = specify(acquirer);
const about = { platformId: 'demo', provider: 'onz', purpose: 'PIX' } as const;
const seen = { calls: 6, answered: 1, median: 900 };
const after = (seconds: number) => addSeconds(now, seconds);
const stepAside = (seconds: number): AcquirerCommand => ({
  ...about,
  type: 'StepAside',
  reason: 'FAILING',
  seen,
  now: after(seconds),
});

describe('an acquirer of a platform', () => {
  it('steps aside for a minute, for that purpose alone, and is back by itself', () => {
    const { state } = given().when(stepAside(0), stepAside(10)).yields('AcquirerSteppedAside');
    expect(asideNow(state, 'PIX', after(59))?.reason).to.equal('FAILING');
    expect(asideNow(state, 'PIX', after(60))).to.equal(undefined);
    expect(asideNow(state, 'BILLET', after(1))).to.equal(undefined);
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
    const callBack: AcquirerCommand = { ...about, type: 'CallBack', now: after(5) };
    const { state } = given()
      .when(stepAside(0), callBack, callBack)
      .yields('AcquirerSteppedAside', 'AcquirerCalledBack');
    expect(asideNow(state, 'PIX', after(6))).to.equal(undefined);
  });
});

describe('the health of an acquirer', () => {
  const ailment = (calls: number, answered: number, median: number) =>
    ailmentOf({ calls, answered, median }, defaultStepAside);

  it('is judged by enough calls only', () => {
    expect(ailment(4, 0, 0)).to.equal(undefined);
    expect(ailment(5, 2, 0)).to.equal('FAILING');
    expect(ailment(20, 10, 0)).to.equal(undefined);
  });

  it('suffers from slowness too', () => {
    expect(ailment(5, 5, 15_000)).to.equal(undefined);
    expect(ailment(5, 5, 15_001)).to.equal('SLOW');
  });
});
