import { expect } from 'chai';
import {
  secondChargeBegun,
  charge,
  secondCharge,
  secondChargeMade,
  acquirerWith,
  lostPix,
  silent,
} from '#/domain/testing/lost-pix.ts';
import type { PaymentEvent } from '#/domain/payment/state.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';

type Acquirer = Partial<PaymentProvider>;

const attemptedIn = (merchantAccount: string): PaymentEvent =>
  secondChargeBegun.type === 'ChargeAttempted'
    ? { ...secondChargeBegun, data: { ...secondChargeBegun.data, merchantAccount } }
    : expect.fail();

/** Each charge can be asked about by its id; a search shows the lost one. */
const both: Acquirer = {
  ...acquirerWith(charge()),
  getTransaction: async ({ transactionId }) =>
    [charge(), secondCharge()].find((each) => each.transactionId === transactionId),
};

/**
 * @param accounts of the platform at the sandbox, of which the last one is connected, or by another acquirer
 * @param chargedIn the account of the second charge, as on record
 */
const expired = (
  accounts: Readonly<Record<string, Acquirer>>,
  { at = 'sandbox', chargedIn = [] }: { at?: string; chargedIn?: readonly PaymentEvent[] } = {},
) => {
  const names = Object.keys(accounts);
  const connected = names.at(-1) ?? '';
  return lostPix(
    {},
    {
      history: [...chargedIn, secondChargeMade],
      open: (id, use) => {
        if (id !== at) return {};
        const asked = use?.for === 'LOOK_UP' ? use.merchantAccount : undefined;
        const merchantAccount = asked ?? connected;
        const formerAccounts = names.filter((name) => name !== connected);
        const listed = use?.for === 'SEARCH' && { formerAccounts };
        return { merchantAccount, ...accounts[merchantAccount], ...listed };
      },
    },
  );
};

describe('A lost PIX whose second charge has expired, and whose acquirer the platform has connected with another account since', () => {
  const chargedIn = [attemptedIn('former')];

  it('is approved with its lost charge in the account in which both were made', async () => {
    const it = expired({ former: both, connected: acquirerWith() }, { chargedIn });
    await it.readBack();
    expect(it.state()).to.include({
      status: 'APPROVED',
      transactionId: 'tx-1',
      merchantAccount: 'former',
    });
  });

  it('is approved with it also while the connected account gives no answer', async () => {
    const it = expired({ former: both, connected: silent }, { chargedIn });
    await it.readBack();
    expect(it.state()).to.include({ status: 'APPROVED', transactionId: 'tx-1' });
  });

  for (const at of ['sandbox', 'pagarme'])
    it(`is approved with its lost charge in a former account that is not on its record: at ${at}`, async () => {
      const lostIn = { former: acquirerWith(charge()), connected: acquirerWith() };
      const it = expired(
        at === 'sandbox' ? { ...lostIn, connected: acquirerWith(secondCharge()) } : lostIn,
        { at },
      );
      await it.readBack();
      expect(it.state()).to.include({
        status: 'APPROVED',
        provider: at,
        transactionId: 'tx-1',
        merchantAccount: 'former',
      });
    });

  it('stays open while a former account gives no answer', async () => {
    const it = expired({ former: silent, connected: acquirerWith() }, { at: 'pagarme' });
    await it.readBack();
    expect(it.state().status).to.equal('PENDING');
  });

  it('is called off when no account has been paid', async () => {
    const it = expired({ former: acquirerWith(), connected: acquirerWith() }, { at: 'pagarme' });
    await it.readBack();
    expect(it.state().status).to.equal('CANCELED');
  });
});
