import { expect } from 'chai';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import {
  isAsAsked,
  MINUTE,
  SECOND,
  shrink,
  type Input,
} from '#/scripts/simulation/history/history.ts';
import { isKnown, known } from './known.ts';
import { KIND } from '#/scripts/simulation/log/log-fault-rates.ts';
import { FLOWS } from './places-to-die.ts';
import { HISTORY_LENGTH } from './search.ts';
import { simulate } from './simulation.ts';
import { CARDS, drawConditions, createFaultlessConditions } from './conditions.ts';

/** Seeds besides those of `seeds.test.ts`. */
const SEEDS = Array.from({ length: 100 }, (_, index) => index + 301);
const providerCases = await loadProviderCases();

/** Conditions under which the database fails for one call in fifty. */
const AWAY = { logFaultRates: { ...KIND, databaseAway: 0.02 } };

const run = (seed: number, history: readonly Input[] = drawHistory(seed, HISTORY_LENGTH)) =>
  simulate(drawConditions(seed), history, providerCases);

describe('A simulated world', function () {
  this.timeout(600_000);

  it('reports nothing to staff, and leaves nothing to their decision, when acquirers and log do as requested', async () => {
    for (const seed of sample(SEEDS, 4)) {
      const { found, counts, waiting } = await simulate(
        createFaultlessConditions(seed, CARDS),
        drawHistory(seed, HISTORY_LENGTH).filter(isAsAsked),
        providerCases,
      );
      expect(found, `seed ${seed}`).to.deep.equal([]);
      expect([...waiting], `seed ${seed}`).to.deep.equal([]);
      expect(counts.get('reported to staff'), `seed ${seed}`).to.equal(undefined);
      expect(counts.get('buy by PIX, done'), `seed ${seed}`).to.be.greaterThan(0);
      expect(counts.get('notice accepted'), `seed ${seed}`).to.be.greaterThan(0);
    }
  });

  it('moves no money twice, without a record or after it was called off, however acquirers, log and processes behave', async () => {
    for (const seed of sample(SEEDS, 8)) {
      const history = drawHistory(seed, HISTORY_LENGTH);
      const { found } = await run(seed, history);
      const unknown = found.filter((each) => !isKnown(each, history));
      expect(unknown, `seed ${seed}`).to.deep.equal([]);
    }
  });

  it('shares vault, credentials, leases, twins and refusals between its processes by a database that fails at times', async () => {
    const conditions = { ...createFaultlessConditions(1, ['zendry', 'cashtime']), ...AWAY };
    const { calls, counts, found } = await simulate(
      conditions,
      drawHistory(2, HISTORY_LENGTH),
      providerCases,
    );
    const reached = new Set([...calls.keys()].map((operation) => operation.split(' ')[0]));
    expect(reached).to.include.keys('vault', 'credentials', 'leases', 'twins', 'refusals');
    expect(counts.get('reported to staff')).to.be.greaterThan(0);
    expect(found).to.deep.equal([]);
  });

  it('does not wait longer after a failover when a process whose clock is 65 days ahead notices it', async () => {
    const seed = 152;
    const conditions = drawConditions(seed, 2);
    const { found } = await simulate(conditions, drawHistory(seed, HISTORY_LENGTH), providerCases);
    expect(found).to.deep.equal([]);
  });

  it('makes no second payout where the log has lost the first one, at whichever acquirer of the route that was made', async () => {
    const history: readonly Input[] = [
      { at: SECOND, nth: 0, kind: 'withdraw', amount: 5_000 },
      { at: MINUTE, nth: 1, kind: 'failover', losesMs: MINUTE },
      { at: MINUTE + SECOND, nth: 2, kind: 'again', of: 0 },
      { at: MINUTE + 20 * SECOND, nth: 3, kind: 'again', of: 0 },
    ];
    const two = await simulate(
      createFaultlessConditions(1, ['zendry', 'sandbox']),
      history,
      providerCases,
    );
    expect(two.counts.get('withdraw once more, done')).to.equal(2);
    expect(two.found).to.deep.equal([]);
    const one = await simulate(createFaultlessConditions(1, ['zendry']), history, providerCases);
    expect(one.counts.get('withdraw once more, done')).to.equal(2);
    expect(one.found).to.deep.equal([]);
  });

  for (const request of [
    { kind: 'schedule', minimum: 5_000 },
    { kind: 'withdraw', amount: 5_000 },
  ] as const) {
    it(`pays once what was requested by ${request.kind}, lost by the log, and requested again half an hour later`, async () => {
      const history: readonly Input[] = [
        { at: SECOND, nth: 0, ...request },
        { at: 2 * MINUTE, nth: 1, kind: 'failover', losesMs: 2 * MINUTE },
        { at: 30 * MINUTE, nth: 2, kind: 'again', of: 0 },
      ];
      for (const acquirers of [['zendry'], ['cashtime'], ['zendry', 'sandbox']]) {
        // These acquirers carry out a second request as well.
        const conditions = {
          ...createFaultlessConditions(1, acquirers),
          repetition: 'again',
        } as const;
        const { found, counts } = await simulate(conditions, history, providerCases);
        expect(found, acquirers.join()).to.deep.equal([]);
        expect(counts.get(`${request.kind} once more, done`), acquirers.join()).to.equal(1);
      }
    });
  }

  it('sells by card and boleto where an acquirer offers them', async () => {
    const { counts, found } = await simulate(
      createFaultlessConditions(1, CARDS),
      [...FLOWS.card, ...FLOWS.boleto],
      providerCases,
    );
    expect(counts.get('buy by CREDIT_CARD, done')).to.equal(1);
    expect(counts.get('buy by BILLET, done')).to.equal(1);
    expect(found).to.deep.equal([]);
  });

  for (const { what, standsFor, found, seed, story, inputs } of known) {
    it(`still has this known fault: ${what} (${standsFor.join(', ')})`, async () => {
      const part = drawHistory(seed, HISTORY_LENGTH).filter(({ nth }) => inputs.includes(nth));
      const finds = async (some: readonly Input[]) =>
        (await run(seed, some)).found.some((each) => found.test(each));
      expect(await finds(part)).to.equal(true);
      // Each input is needed.
      const least = await shrink(part, finds);
      expect(least).to.deep.equal(part);
      const kinds = new Set(part.map(({ kind }) => kind));
      expect([...kinds]).to.include.members(story);
    });
  }
});
