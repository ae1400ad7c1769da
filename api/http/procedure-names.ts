import { contract, type ProcedureName } from '#/api/contract/contract.ts';

export const isProcedureName = (name: string): name is ProcedureName =>
  Object.hasOwn(contract, name);

export const procedureNames: readonly ProcedureName[] =
  Object.keys(contract).filter(isProcedureName);
