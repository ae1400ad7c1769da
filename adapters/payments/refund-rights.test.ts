import { expect } from 'chai';
import { loadProviderCases, nameOf } from './evidence/evidence.ts';

describe('Refunds at an acquirer that never states how much it has given back', () => {
  it('are only of the whole sale, because its answer would be the same for a part and for the whole', async () => {
    const mayRefundParts: string[] = [];
    for (const providerCases of await loadProviderCases()) {
      const { operations, refundRights = {} } = providerCases.provider;
      if (!operations.refund || !operations.charge) continue;
      const isStated = providerCases.cases.some(
        (each) =>
          each.operation === 'getTransaction' &&
          'result' in each &&
          each.result?.refundedAmount !== undefined,
      );
      if (isStated) continue;
      const methods = (['PIX', 'CREDIT_CARD', 'BILLET'] as const).filter(
        (method) => operations.charge?.[method],
      );
      if (methods.some((method) => (refundRights[method] ?? 'ANY_AMOUNT') === 'ANY_AMOUNT'))
        mayRefundParts.push(nameOf(providerCases));
    }
    expect(mayRefundParts).to.deep.equal([]);
  });
});
