import type { Author, PlatformAuthor } from '#/api/contract/platform-settings.ts';
import { actorKindOf, type ActorKind } from '#/domain/values/actor.ts';

const authors = {
  admin: 'STAFF',
  seller: 'SELLER',
  manager: 'MANAGER',
  master: 'MASTER',
  buyer: 'PROGRAM',
  provider: 'PROGRAM',
  policy: 'PROGRAM',
  system: 'PROGRAM',
} as const satisfies Record<ActorKind, Author>;

/** An actor of an unknown kind is the program. */
export const authorOf = (actor: string): Author => {
  const kind = actorKindOf(actor);
  return kind === undefined ? 'PROGRAM' : authors[kind];
};

/** Of people, only staff and masters change platforms. */
export const platformAuthorOf = (actor: string): PlatformAuthor => {
  const author = authorOf(actor);
  return author === 'STAFF' || author === 'MASTER' ? author : 'PROGRAM';
};
