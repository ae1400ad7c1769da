import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';

const PROVIDER = 'noxpay';

/** An acquirer that signs its notices with a secret of the account. */
const accountNamed = (merchantAccount: string): PaymentProvider => ({
  id: PROVIDER,
  label: 'Noxpay',
  paymentMethods: ['PIX'],
  withdrawMethods: [],
  merchantAccount,
  authenticatesNotices: true,
  readNotices: async ({ headers }) => {
    if (headers['x-signature'] !== merchantAccount)
      throw new ProviderFailure('unauthorized', 'another signature', { mayHaveHappened: false });
    const about = { noticeId: `of ${merchantAccount}`, transactionId: 'tx-1' };
    return [{ type: 'TRANSACTION', ...about, status: 'REFUNDED' }];
  },
});

describe('A notice of an acquirer that signs with a secret of the account', () => {
  let world: ApiWorld;
  let isConnected = true;

  before(async () => {
    world = await apiWorld({
      providers: async (_id, _platformId, use) => {
        const named = use?.for === 'LOOK_UP' ? use.merchantAccount : undefined;
        if (!isConnected) {
          if (use === undefined) throw new Refused('provider/not-offered');
          return { ...accountNamed(named ?? 'last'), formerAccounts: ['last'] };
        }
        const formerAccounts = use?.for === 'SEARCH' ? ['first', 'second'] : [];
        return { ...accountNamed(named ?? 'connected'), formerAccounts };
      },
    });
  });
  after(() => world.close());

  const deliver = async (signature: string): Promise<number> => {
    const headers = { 'x-signature': signature };
    return (await world.post(`/api/webhooks/${PROVIDER}/demo`, { id: signature }, { headers }))
      .status;
  };

  /** Delivers a notice with the secret of an account. @returns the notice as stored */
  const proofOf = async (account: string) => {
    await deliver(account);
    const stored = await world.services.notices.list({ platformId: 'demo', limit: 10 });
    return stored.find(({ noticeId }) => noticeId.endsWith(`of ${account}`));
  };

  it('is taken for the connected account, and for each one that was connected before', async () => {
    for (const account of ['connected', 'first', 'second'])
      expect(await deliver(account), account).to.equal(202);
  });

  it('is authentic only under the secret of the connected account, as others may know that of a former one', async () => {
    expect(await proofOf('connected')).to.include({ isAuthentic: true, formerAccount: null });
    for (const account of ['first', 'second']) {
      const proof = { isAuthentic: false, isProved: false, formerAccount: account };
      expect(await proofOf(account)).to.include(proof);
    }
  });

  it('is not authentic once the only account was disconnected', async () => {
    isConnected = false;
    expect(await proofOf('last')).to.include({ isAuthentic: false, formerAccount: 'last' });
    isConnected = true;
  });

  it('is refused if no account has the secret', async () => {
    expect(await deliver('stranger')).to.equal(401);
  });
});
