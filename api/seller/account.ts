import type { ProceduresOf } from '#/api/http/procedure.ts';
import { getBalance, getReleases, getStatement } from '#/api/people/seller-account.ts';

type AccountProcedures = Pick<
  ProceduresOf<'seller'>,
  'seller.getBalance' | 'seller.getReleases' | 'seller.getStatement'
>;

export const accountProcedures: AccountProcedures = {
  'seller.getBalance': (input, { caller, services }) => getBalance(services, caller, input),
  'seller.getReleases': (input, { caller, services }) => getReleases(services, caller, input),
  'seller.getStatement': (input, { caller, services }) => getStatement(services, caller, input),
};
