import { expect } from 'chai';
import { loadProviderCases } from '#/adapters/payments/evidence/evidence.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { OPERATIONS, REACHED_IN_FLOWS } from './operations.ts';
import { SIDES } from './deaths.ts';
import { FLOWS, HARD_FLOWS, listPlacesToDie, type DeathInput } from './places-to-die.ts';
import { simulate } from './simulation.ts';
import { CARDS, createFaultlessConditions } from './conditions.ts';

/** Flows that only the sandbox supports. */
const AT_THE_SANDBOX: ReadonlySet<string> = new Set<keyof typeof FLOWS>([
  'card',
  'boleto',
  'registration that the acquirer can find',
]);

const providerCases = await loadProviderCases();

/** Returns both sides of the first call of this operation, and the other places: in `npm test` only one of them. */
const sampleOf = (places: readonly DeathInput[], first: string): readonly DeathInput[] => {
  const isFirstReached = ({ operation, passed }: DeathInput): boolean =>
    operation === first && passed === 0;
  return [
    ...places.filter(isFirstReached),
    ...sample(
      places.filter((each) => !isFirstReached(each)),
      1,
    ),
  ];
};

describe('A process that dies anywhere in a business flow', function () {
  this.timeout(900_000);

  for (const [flow, history] of Object.entries(FLOWS)) {
    it(`moves no money twice: ${flow}`, async () => {
      const conditions = createFaultlessConditions(
        1,
        AT_THE_SANDBOX.has(flow) ? CARDS : ['zendry', 'cashtime'],
      );
      const places = await listPlacesToDie(conditions, history, providerCases);
      expect(places).not.to.have.length(0);
      for (const place of sample(places, 4)) {
        const { operation, passed, side } = place;
        const name = `${side} ${operation} ${passed}`;
        expect(OPERATIONS, name).to.include(operation);
        const { found, counts } = await simulate(conditions, [...history, place], providerCases);
        expect(counts.get(`dies ${side} ${operation}`), name).to.equal(1);
        expect(found, name).to.deep.equal([]);
      }
    });
  }

  it('is tried in a flow of its own at each call that hardly any drawn history reaches', () => {
    const reached = Object.values(HARD_FLOWS).map(({ reaches }) => reaches);
    expect(reached).to.include.members(REACHED_IN_FLOWS);
  });

  for (const [flow, hard] of Object.entries(HARD_FLOWS)) {
    it(`moves no money twice: ${flow}`, async () => {
      const { conditions, reaches, only } = hard;
      const all = await listPlacesToDie(conditions, hard.history, providerCases, only);
      const places = sampleOf(all, reaches);
      const atReached = places.filter(({ operation }) => operation === reaches);
      expect(atReached.map(({ side }) => side)).to.include.members(SIDES);
      for (const place of places) {
        const name = `${place.side} ${place.operation} ${place.passed}`;
        expect(OPERATIONS, name).to.include(place.operation);
        const history = [...hard.history, place];
        const { found, counts } = await simulate(conditions, history, providerCases);
        expect(counts.get(`dies ${place.side} ${place.operation}`), name).to.equal(1);
        expect(found, name).to.deep.equal([]);
      }
    });
  }
});
