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

/** An acquirer with both charges. A look-up by id shows each; a search only the first one, which the log has lost. */
const acquirerWithBoth: Acquirer = {
  ...acquirerWith(charge()),
  getTransaction: async ({ transactionId }) =>
    [charge(), secondCharge()].find((each) => each.transactionId === transactionId),
};

/**
 * @param accounts of the platform at the acquirer `at`, by name; the last one is connected
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
        const recordedAccount = use?.for === 'LOOK_UP' ? use.merchantAccount : undefined;
        const merchantAccount = recordedAccount ?? connected;
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
    const lost = expired({ former: acquirerWithBoth, connected: acquirerWith() }, { chargedIn });
    await lost.readBack();
    expect(lost.state()).to.include({
      status: 'APPROVED',
      transactionId: 'tx-1',
      merchantAccount: 'former',
    });
  });

  it('is approved with its lost charge also while the connected account gives no answer', async () => {
    const lost = expired({ former: acquirerWithBoth, connected: silent }, { chargedIn });
    await lost.readBack();
    expect(lost.state()).to.include({ status: 'APPROVED', transactionId: 'tx-1' });
  });

  for (const at of ['sandbox', 'pagarme'])
    it(`is approved with its lost charge in a former account that is not on its record: at ${at}`, async () => {
      const lostIn = { former: acquirerWith(charge()), connected: acquirerWith() };
      const lost = expired(
        at === 'sandbox' ? { ...lostIn, connected: acquirerWith(secondCharge()) } : lostIn,
        { at },
      );
      await lost.readBack();
      expect(lost.state()).to.include({
        status: 'APPROVED',
        provider: at,
        transactionId: 'tx-1',
        merchantAccount: 'former',
      });
    });

  it('stays open while a former account gives no answer', async () => {
    const lost = expired({ former: silent, connected: acquirerWith() }, { at: 'pagarme' });
    await lost.readBack();
    expect(lost.state().status).to.equal('PENDING');
  });

  it('is called off when no account has been paid', async () => {
    const lost = expired({ former: acquirerWith(), connected: acquirerWith() }, { at: 'pagarme' });
    await lost.readBack();
    expect(lost.state().status).to.equal('CANCELED');
  });
});
