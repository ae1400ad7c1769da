import type { StaffCaller } from '#/api/auth/caller.ts';
import { contract } from '#/api/contract/contract.ts';
import { onceBy } from '#/api/http/once.ts';
import type { CaseName } from '#/api/investigations/case.ts';
import { confirmResolution, proposeResolution } from '#/api/investigations/resolve.ts';
import type { KnowsUsers } from '#/api/people/same-person.ts';
import type { Resolution } from '#/domain/investigation/events.ts';
import type { RunningProduct } from '#/scripts/simulation/product.ts';
import type { Answered } from './callers.ts';
import { PLATFORM, STAFF } from './catalogue.ts';

type Core = RunningProduct['core'];

/** Staff's answer to one open question. */
export interface Decision {
  readonly matter: string;
  readonly resolution: Resolution;
  readonly amount: number | null;
  readonly reference: string | null;
}

export const memberOf = (staffId: string): StaffCaller => ({
  role: 'ADMIN',
  staffId,
  staffRevision: 0,
  permissions: [],
  platformId: PLATFORM,
  actor: `admin:${staffId}`,
  email: `${staffId}@example.com`,
  name: 'Staff',
  expiresAt: Infinity,
  lacksSecondFactor: false,
});

/** Sessions without users, so that no two records belong to one person. */
const sessions: KnowsUsers['sessions'] = { memberships: { usersOf: async () => new Map() } };

const EVIDENCE = 'Consta no painel do adquirente';

/** @throws Refused */
export const propose = async (
  core: Core,
  key: string,
  { kind, id }: CaseName,
  decision: Decision,
): Promise<Answered> => {
  const procedure = 'admin.proposeResolution';
  const input = contract[procedure].input.parse({ kind, id, ...decision, evidence: EVIDENCE });
  const caller = memberOf(STAFF[0]);
  const once = onceBy(core, { procedure, key, body: input }, caller);
  await proposeResolution(input, { caller, once, services: { core, sessions } });
  return {};
};

/** @throws Refused */
export const confirm = async (
  core: Core,
  key: string,
  { kind, id }: CaseName,
  proposalId: string,
): Promise<Answered> => {
  const procedure = 'admin.confirmResolution';
  const input = contract[procedure].input.parse({ kind, id, proposalId });
  const caller = memberOf(STAFF[1]);
  const once = onceBy(core, { procedure, key, body: input }, caller);
  await confirmResolution(input, { caller, once, services: { core, sessions } });
  return {};
};
