import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
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

  before(async () => {
    world = await apiWorld({
      providers: async (_id, _platformId, use) => {
        const named = use?.for === 'LOOK_UP' ? use.merchantAccount : undefined;
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

  it('is taken for the connected account, and for each one that was connected before', async () => {
    for (const account of ['connected', 'first', 'second'])
      expect(await deliver(account), account).to.equal(202);
  });

  it('is refused if no account has the secret', async () => {
    expect(await deliver('stranger')).to.equal(401);
  });
});
