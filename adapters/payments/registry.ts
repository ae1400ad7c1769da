import { Refused } from '#/domain/errors/refused.ts';
import { apiOf, type AccountApi } from './kit/account-api.ts';
import type { ProviderDefinition } from './kit/define-provider.ts';
import { openProvider, type ClosableProvider, type ProviderOptions } from './kit/open-provider.ts';
import { abmex } from './providers/abmex.ts';
import { bmb } from './providers/bmb.ts';
import { bravive } from './providers/bravive.ts';
import { cashtime } from './providers/cashtime.ts';
import { celcoin } from './providers/celcoin.ts';
import { fairpay } from './providers/fairpay.ts';
import { gatyway } from './providers/gatyway.ts';
import { horizonbank } from './providers/horizonbank.ts';
import { hunterpay } from './providers/hunterpay.ts';
import { iugu } from './providers/iugu.ts';
import { lynxpay } from './providers/lynxpay.ts';
import { medius } from './providers/medius.ts';
import { newlevel } from './providers/newlevel.ts';
import { nextpay } from './providers/nextpay.ts';
import { none } from './providers/none.ts';
import { noxpay } from './providers/noxpay.ts';
import { onz, onzByClients } from './providers/onz.ts';
import { pagarme } from './providers/pagarme.ts';
import { paguesafe } from './providers/paguesafe.ts';
import { pixium } from './providers/pixium.ts';
import { podpay, podpayByClients } from './providers/podpay.ts';
import { pronttus } from './providers/pronttus.ts';
import { rapdyn } from './providers/rapdyn.ts';
import { reflowpay, reflowpayByClients } from './providers/reflowpay.ts';
import { royalty } from './providers/royalty.ts';
import { sandbox } from './providers/sandbox.ts';
import { simpay } from './providers/simpay.ts';
import { transac } from './providers/transac.ts';
import { treeal } from './providers/treeal.ts';
import { unicopay } from './providers/unicopay.ts';
import { venit } from './providers/venit.ts';
import { venitip, venitipByClients } from './providers/venitip.ts';
import { villet } from './providers/villet.ts';
import { zendry } from './providers/zendry.ts';
import { zenet } from './providers/zenet.ts';

export const providers = {
  abmex,
  bmb,
  bravive,
  cashtime,
  celcoin,
  fairpay,
  gatyway,
  horizonbank,
  hunterpay,
  iugu,
  lynxpay,
  medius,
  newlevel,
  nextpay,
  none,
  noxpay,
  onz,
  pagarme,
  paguesafe,
  pixium,
  podpay,
  pronttus,
  rapdyn,
  reflowpay,
  royalty,
  sandbox,
  simpay,
  transac,
  treeal,
  unicopay,
  venit,
  venitip,
  villet,
  zendry,
  zenet,
} as const;

/** Definitions for the API of public clients, which an account chooses by `api: 'clients'`. */
export const providersByClients = {
  onz: onzByClients,
  podpay: podpayByClients,
  reflowpay: reflowpayByClients,
  venitip: venitipByClients,
} as const;

/** @throws Refused `provider/not-offered`, also when the acquirer has no such API */
export const definitionOf = (
  providerId: string,
  api: AccountApi = 'specification',
): ProviderDefinition<unknown> => {
  const table = api === 'clients' ? providersByClients : providers;
  if (!Object.hasOwn(table, providerId)) {
    throw new Refused('provider/not-offered', { providerId, api });
  }
  // Each definition checks its own account.
  return table[providerId as keyof typeof table] as ProviderDefinition<unknown>;
};

/**
 * Opens an acquirer's account. An acquirer may have two APIs: that of our rules, and that of its public clients. The account names
 * the API; by default it is that of our rules.
 * @throws Refused `provider/not-offered` when there is no such API, ZodError when the account does not fit the API
 */
export const paymentProvider = (
  providerId: string,
  account: unknown,
  options: Partial<Pick<ProviderOptions, 'reach' | 'now' | 'isClockTrue' | 'platform'>> = {},
): ClosableProvider => {
  const definition = definitionOf(providerId, apiOf(account));
  return openProvider(definition, definition.account.parse(account), options);
};
