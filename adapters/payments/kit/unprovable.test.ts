import { expect } from 'chai';
import type { WithdrawStatus } from '#/domain/ports/payout.ts';
import { providerListings } from '#/adapters/payments/provider-listings.ts';
import { definitionOf, providers } from '#/adapters/payments/registry.ts';
import { statusMap } from './status.ts';
import { unprovablePurposes } from './unprovable.ts';

describe('PIX payouts at an acquirer', () => {
  const { cashtime } = providers;
  const { operations } = cashtime;

  it('are not offered where no look-up tells how a pending payout ended', () => {
    expect(unprovablePurposes(cashtime)).to.deep.equal(['WITHDRAW']);
    for (const lookUp of ['getWithdraw', 'findWithdraw'] as const) {
      const withLookUp = {
        ...cashtime,
        operations: { ...operations, [lookUp]: async () => undefined },
      };
      expect(unprovablePurposes(withLookUp), lookUp).to.deep.equal([]);
    }
  });

  it('are offered without a look-up where no reply leaves a payout pending', () => {
    const withoutPending = statusMap<WithdrawStatus>(
      { REJECTED: ['refused'] },
      { otherwise: 'APPROVED' },
    );
    expect(unprovablePurposes({ ...cashtime, withdrawStatus: withoutPending })).to.deep.equal([]);
  });

  it('are not offered at Cashtime, Pronttus and Rapdyn, and are offered at all others that pay out', () => {
    const apis = providerListings().flatMap(({ id, apis: each }) =>
      each.map((api) => ({ id, api })),
    );
    const paysOut = apis.filter(
      ({ id, api }) => definitionOf(id, api.api).operations.withdraw?.PIX !== undefined,
    );
    const idsWhere = (isUnprovable: boolean) =>
      paysOut
        .filter(({ api }) => api.unprovable.includes('WITHDRAW') === isUnprovable)
        .filter(({ api }) => api.purposes.includes('WITHDRAW') !== isUnprovable)
        .map(({ id }) => id);
    expect(idsWhere(true)).to.deep.equal(['cashtime', 'pronttus', 'rapdyn']);
    expect(idsWhere(false)).to.have.length(paysOut.length - 3);
  });
});
