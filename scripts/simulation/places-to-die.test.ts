import { expect } from 'chai';
import { loadEvidence } from '#/adapters/payments/evidence/evidence.ts';
import { sample } from '#/scripts/testing/sampled.ts';
import { OPERATIONS } from './operations.ts';
import { FLOWS, HARD_FLOWS, listPlacesInHardFlow, listPlacesToDie } from './places-to-die.ts';
import { simulate } from './simulation.ts';
import { CARDS, treatKindly } from './treatment.ts';

/** Flows that only the sandbox supports. */
const AT_THE_SANDBOX: ReadonlySet<string> = new Set<keyof typeof FLOWS>([
  'card',
  'boleto',
  'registration that the acquirer can find',
]);

const evidence = await loadEvidence();

describe('A process that dies anywhere in a business flow', function () {
  this.timeout(900_000);

  for (const [flow, history] of Object.entries(FLOWS)) {
    it(`moves no money twice: ${flow}`, async () => {
      const treatment = treatKindly(1, AT_THE_SANDBOX.has(flow) ? CARDS : ['zendry', 'cashtime']);
      const places = await listPlacesToDie(treatment, history, evidence);
      expect(places).not.to.have.length(0);
      for (const place of sample(places, 4)) {
        const { operation, passed, side } = place;
        const name = `${side} ${operation} ${passed}`;
        expect(OPERATIONS, name).to.include(operation);
        const { found, counts } = await simulate(treatment, [...history, place], evidence);
        expect(counts.get(`dies ${side} ${operation}`), name).to.equal(1);
        expect(found, name).to.deep.equal([]);
      }
    });
  }

  for (const [flow, hard] of Object.entries(HARD_FLOWS)) {
    it(`moves no money twice: ${flow}`, async () => {
      const places = await listPlacesInHardFlow(hard, evidence);
      expect(places).not.to.have.length(0);
      for (const place of sample(places, 2)) {
        const name = `${place.side} ${place.operation} ${place.passed}`;
        expect(OPERATIONS, name).to.include(place.operation);
        const history = [...hard.history, place];
        const { found, counts } = await simulate(hard.treatment, history, evidence);
        expect(counts.get(`dies ${place.side} ${place.operation}`), name).to.equal(1);
        expect(found, name).to.deep.equal([]);
      }
    });
  }
});
