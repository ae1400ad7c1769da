import type { AccessName } from '#/api/auth/access.ts';
import { contract } from '#/api/contract/contract.ts';
import type { ApiAnswer, ApiWorld } from '#/api/testing/api-world.ts';
import type { AnyPerson } from '#/api/testing/people.ts';
import { queryText, validInputs } from '#/api/testing/valid-inputs.ts';

/** Calls with a valid input whose ids do not exist: an answer about the input means that access was granted. */
export const callAny = (
  world: Pick<ApiWorld, 'get' | 'post'>,
  name: AccessName,
  person: AnyPerson | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> => {
  const options = { headers, ...(person && { as: person }) };
  if (name === 'export.sellers' || name === 'export.withdrawals')
    return world.get(`/api/${name}`, options);
  if (name === 'export.journal' || name === 'export.sales')
    return world.get(`/api/${name}?from=2026-11-01&to=2026-11-30`, options);
  const input = validInputs[name];
  return contract[name].kind === 'query'
    ? world.get(`/api/${name}?${queryText(input)}`, options)
    : world.post(`/api/${name}`, input, options);
};
