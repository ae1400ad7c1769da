import { contract, type ProcedureName } from '#/api/contract/contract.ts';

export const isProcedureName = (name: string): name is ProcedureName =>
  Object.hasOwn(contract, name);

/** Every name in the contract, by area. */
export const procedureNames: readonly ProcedureName[] =
  Object.keys(contract).filter(isProcedureName);
