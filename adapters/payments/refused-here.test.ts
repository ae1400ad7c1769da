import { expect } from 'chai';
import { loadProviderCases } from './evidence/evidence.ts';
import { openHere } from './evidence/open-here.ts';
import { boletoCharge, card, cardCharge, pixCharge } from './evidence/samples.ts';
import { failureOf } from './testing/failure-of.ts';

/** Nothing listens there, so a sent request would fail with another error. */
const NOWHERE = 'http://127.0.0.1:1';

const providerCases = await loadProviderCases();

const evidenceOf = (providerId: string) => {
  const evidence = providerCases.find(({ provider: { id } }) => id === providerId);
  if (!evidence) throw new Error(`${providerId} has no cases`);
  return evidence;
};

const accountWith = (account: (url: string) => unknown, changes: object): object =>
  Object.assign({}, account(NOWHERE), changes);

const issuesIn = (account: { safeParse: (value: unknown) => unknown }, value: object) => {
  const { error } = account.safeParse(value) as { error?: { issues: { message: string }[] } };
  return (error?.issues ?? []).map(({ message }) => message);
};

describe('Validation before an acquirer is called', () => {
  it('rejects an unsupported payment method, with the acquirer’s own message or the standard one', async () => {
    const reported: string[] = [];
    for (const { provider, account } of providerCases) {
      const opened = openHere(provider, provider.account.parse(account(NOWHERE)));
      for (const charge of [pixCharge, cardCharge, boletoCharge]) {
        const { paymentMethod: method } = charge;
        if (opened.paymentMethods.includes(method)) continue;
        const failure = await failureOf(opened.createTransaction?.(charge));
        const text = provider.methodsNotTaken?.[method] ?? 'Payment method not supported';
        expect(failure, `${provider.id} ${method}`).to.include({ kind: 'invalid', text });
        reported.push(failure.text ?? '');
      }
      await opened.close();
    }
    expect(reported).to.include('Payment method not supported');
  });

  it('rejects an account with a missing or empty public key where the acquirer requires one', () => {
    const requiring: string[] = [];
    for (const { provider, account } of providerCases) {
      for (const publicKey of [undefined, '']) {
        const issues = issuesIn(provider.account, accountWith(account, { publicKey }));
        if (issues.length === 0) continue;
        expect(issues, provider.id).to.deep.equal(['Public key is required']);
        requiring.push(provider.id);
      }
    }
    expect(new Set(requiring)).to.include.all.keys('abmex', 'podpay', 'pronttus');
  });

  it('rejects a Bravive account without a valid secret key', () => {
    const { provider } = evidenceOf('bravive');
    for (const secretKey of [undefined, '', 7]) {
      expect(issuesIn(provider.account, { secretKey })).to.deep.equal([
        'Bravive secretKey is required',
      ]);
    }
  });

  it('rejects the tokenisation of a card when the iugu or Pagar.me account has no public key', async () => {
    for (const id of ['iugu', 'pagarme']) {
      const { provider, account } = evidenceOf(id);
      const keys = accountWith(account, { publicKey: undefined });
      const opened = openHere(provider, provider.account.parse(keys));
      const failure = await failureOf(opened.createCardToken?.(card));
      expect(failure, id).to.include({ kind: 'invalid', text: 'Public key is required' });
      await opened.close();
    }
  });
});
