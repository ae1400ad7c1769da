import { expect } from 'chai';
import type { TransactionResult } from '#/domain/ports/charge.ts';
import { loadEvidence, nameOf } from './evidence/evidence.ts';

const ABOUT_CHARGES = ['createTransaction', 'getTransaction', 'findTransaction'];

/** Acquirers whose answers about a charge may lack its amount, so that it cannot be compared with the requested amount. */
const MAY_LEAVE_IT_OUT = ['bravive'];

describe('What acquirers say about a charge', () => {
  it('has the amount in every answer, but for those that are listed', async () => {
    const withoutAmount = new Set<string>();
    for (const evidence of await loadEvidence()) {
      for (const each of evidence.cases) {
        if (!ABOUT_CHARGES.includes(each.operation) || !('result' in each) || !each.result)
          continue;
        const { amount } = each.result as TransactionResult;
        if (amount === null) withoutAmount.add(nameOf(evidence));
      }
    }
    expect([...withoutAmount]).to.deep.equal(MAY_LEAVE_IT_OUT);
  });

  it('has the amount, order and transaction that were asked for, wherever it has them', async () => {
    for (const evidence of await loadEvidence()) {
      for (const each of evidence.cases) {
        if (!ABOUT_CHARGES.includes(each.operation) || !('result' in each) || !each.result)
          continue;
        const result = each.result as TransactionResult;
        const said: Readonly<Record<string, unknown>> = { ...result };
        for (const [name, asked] of Object.entries(each.input)) {
          const isCompared = ['amount', 'orderId', 'transactionId'].includes(name);
          if (!isCompared || said[name] === undefined || said[name] === null) continue;
          expect(said[name], `${nameOf(evidence)}: ${each.name}, ${name}`).to.equal(asked);
        }
      }
    }
  });
});
