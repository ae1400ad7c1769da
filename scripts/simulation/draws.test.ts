import { expect } from 'chai';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { createDraws, type Draws } from './draws.ts';
import { drawHistory } from '#/scripts/simulation/history/drawn-history.ts';
import { HistoryRunner } from '#/scripts/simulation/history/history-runner.ts';
import { MINUTE, type Input } from '#/scripts/simulation/history/history.ts';
import { withoutMachine } from '#/scripts/simulation/machine/forbidden.ts';
import { HISTORY_LENGTH } from './search.ts';
import { Site } from './site.ts';
import {
  drawConditions,
  createFaultlessConditions,
  CARDS,
  type SimulationConditions,
} from './conditions.ts';
import { World } from './world.ts';

const providerCases = await loadProviderCases();
const START = Date.parse('2026-11-23T12:00:00.000Z');
const LASTS = 12 * MINUTE;

const requestKinds: ReadonlySet<Input['kind']> = new Set(['buy', 'withdraw', 'refund', 'register']);

/** The same draws, which add their keys to `keys`. */
const keepKeys = (draws: Draws, keys: Set<string>): Draws => ({
  ...draws,
  chance: (purpose, ...key) => {
    keys.add(`${purpose} ${key.join(' ')}`);
    return draws.chance(purpose, ...key);
  },
  between: (range, purpose, ...key) => {
    keys.add(`${purpose} ${key.join(' ')}`);
    return draws.between(range, purpose, ...key);
  },
});

interface RunRecord {
  readonly keys: ReadonlySet<string>;
  /** Ids of payments, refunds and payouts. */
  readonly ids: ReadonlySet<string>;
  /** Each text: our id of a payment, refund or payout, then a field of one of its events with an id that was drawn: `<id> "attemptId":"…"`. */
  readonly drawnIds: ReadonlySet<string>;
}

const STREAM = /^(?:payment|refund|withdrawal)-(.*)$/;
const DRAWN_ID = /"(?:attemptId|transactionId|withdrawId)":"[^"]*"/g;

const runHistory = (
  conditions: SimulationConditions,
  history: readonly Input[],
): Promise<RunRecord> =>
  withoutMachine(async () => {
    const keys = new Set<string>();
    const world = new World(keepKeys(createDraws(conditions.seed), keys), START);
    const site = new Site(world, conditions, providerCases);
    await site.begin();
    const happenings = new HistoryRunner(site);
    for (const input of history)
      world.after(input.at, `input ${input.nth} ${input.kind}`, () => happenings.happen(input));
    await world.runUntil(world.now + LASTS);
    const facts = site.log.events.flatMap(({ stream, data }) => {
      const [, id] = STREAM.exec(stream) ?? [];
      return id === undefined ? [] : [{ id, data }];
    });
    site.end();
    return {
      keys,
      ids: new Set(facts.map(({ id }) => id)),
      drawnIds: new Set(
        facts.flatMap(({ id, data }) => data.match(DRAWN_ID)?.map((each) => `${id} ${each}`) ?? []),
      ),
    };
  });

/** A draw about one append or notice: it is the same in any history. */
const isOfOneRequest = (key: string): boolean =>
  /^(?:log away|ambiguous|written later|notice|balanced to)| append /.test(key);

/** @returns the share, from 0 to 1, of what the first sets of the pairs have and the second ones lack */
const shareLost = (
  pairs: readonly (readonly [ReadonlySet<string>, ReadonlySet<string>])[],
): number => {
  const all = pairs.reduce((sum, [one]) => sum + one.size, 0);
  const lost = pairs.reduce((sum, [one, other]) => sum + one.difference(other).size, 0);
  return lost / all;
};

const SEEDS = Array.from({ length: 40 }, (_, index) => index + 1);

/** The greatest shares that may differ: which of two requests is first can change, and all requests share one account. */
const MOST = { draws: 0.05, drawnIds: 0.2 };

const WORLDS = [
  { world: 'faultless', conditionsOf: (seed: number) => createFaultlessConditions(seed, CARDS) },
  { world: 'faulty', conditionsOf: drawConditions },
] as const;

describe('When one request is left out of a history', function () {
  this.timeout(600_000);

  for (const { world, conditionsOf } of WORLDS) {
    it(`the other requests have the same ids, and nearly all the same random numbers, in a ${world} world`, async () => {
      const draws: [ReadonlySet<string>, ReadonlySet<string>][] = [];
      const drawnIds: [ReadonlySet<string>, ReadonlySet<string>][] = [];
      for (const seed of sample(SEEDS, 10)) {
        const history = drawHistory(seed, HISTORY_LENGTH).filter(({ kind }) =>
          requestKinds.has(kind),
        );
        const shortened = history.filter((_, index) => index !== seed % history.length);
        const [all, part] = [
          await runHistory(conditionsOf(seed), history),
          await runHistory(conditionsOf(seed), shortened),
        ];
        const both = all.ids.intersection(part.ids);
        // The request itself, and refunds of what it sold.
        expect(all.ids.size - both.size, `seed ${seed}`).to.be.at.most(4);
        const isAboutBoth = (text: string): boolean => [...both].some((id) => text.includes(id));
        const about = [...all.keys].filter((key) => isOfOneRequest(key) && isAboutBoth(key));
        draws.push([new Set(about), part.keys]);
        drawnIds.push([new Set([...all.drawnIds].filter(isAboutBoth)), part.drawnIds]);
      }
      expect(shareLost(draws)).to.be.below(MOST.draws);
      expect(shareLost(drawnIds)).to.be.below(MOST.drawnIds);
    });
  }
});
