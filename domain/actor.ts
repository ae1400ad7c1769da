/** Who may stand behind an event: a person, an acquirer, a rule of ours, or the program itself. */
export const actorKinds = ['buyer', 'seller', 'admin', 'provider', 'policy', 'system'] as const;

export type ActorKind = (typeof actorKinds)[number];

/** As events record who acted: `seller:<id>`, `admin:<staff id>`, `provider:<id>`, `policy:<name>`; of buyers and the program no more. */
export type Actor = 'buyer' | 'system' | `${'seller' | 'admin' | 'provider' | 'policy'}:${string}`;

/** The kind of an actor on record; undefined when it is none that is known here. */
export const actorKindOf = (actor: string): ActorKind | undefined => {
  const name = actor.split(':', 1)[0];
  return actorKinds.find((kind) => kind === name);
};
