import type { PersonKind } from '#/domain/access/commands.ts';

/** Kinds of actor that cause events: a person, an acquirer, one of our policies, or the program itself. */
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

/**
 * Actor of an event: `seller:<id>`, `admin:<staff id>`, `master:<id>`, `manager:<id>`, `provider:<id>` or `policy:<name>`. Buyers and
 * the program have no id.
 */
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

/** Returns the actor that stands for a person who signs in. */
export const actorOf = (kind: PersonKind, personId: string): Actor =>
  `${actorKindOfPerson[kind]}:${personId}`;

const STAFF = `${actorKindOfPerson.staff}:`;

/** Returns the id of the member of staff who is this recorded actor; undefined for other actors. */
export const staffIdOf = (actor: string): string | undefined =>
  actor.startsWith(STAFF) ? actor.slice(STAFF.length) : undefined;

/** Returns the kind of a recorded actor; undefined when the kind is unknown here. */
export const actorKindOf = (actor: string): ActorKind | undefined => {
  const name = actor.split(':', 1)[0];
  return actorKinds.find((kind) => kind === name);
};
