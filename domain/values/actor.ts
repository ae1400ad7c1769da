import type { PersonKind } from '#/domain/access/commands.ts';

export const actorKinds = [
  'buyer',
  'seller',
  'admin',
  'master',
  'manager',
  'provider',
  'policy',
  'system',
] as const;

export type ActorKind = (typeof actorKinds)[number];

/** For example `seller:<id>`, `admin:<staff id>` or `policy:<name>`. Buyers and the program have no id. */
export type Actor =
  | 'buyer'
  | 'system'
  | `${'seller' | 'admin' | 'master' | 'manager' | 'provider' | 'policy'}:${string}`;

const actorKindOfPerson = {
  staff: 'admin',
  seller: 'seller',
  master: 'master',
  manager: 'manager',
} as const satisfies Record<PersonKind, ActorKind>;

export const actorOf = (kind: PersonKind, personId: string): Actor =>
  `${actorKindOfPerson[kind]}:${personId}`;

const STAFF = `${actorKindOfPerson.staff}:`;

/** Undefined for actors other than staff. */
export const staffIdOf = (actor: string): string | undefined =>
  actor.startsWith(STAFF) ? actor.slice(STAFF.length) : undefined;

/** Undefined when the kind is unknown. */
export const actorKindOf = (actor: string): ActorKind | undefined => {
  const name = actor.split(':', 1)[0];
  return actorKinds.find((kind) => kind === name);
};
