import type { Cents } from '#/domain/values/money.ts';
import { sumPending, type OpenAccount } from './state.ts';

export interface MoneyOfAccount {
  readonly pending: Cents;
  readonly available: Cents;
  readonly held: Cents;
}

export const moneyOf = (account: OpenAccount): MoneyOfAccount => ({
  pending: sumPending(account),
  available: account.available,
  held: account.held,
});
