import type { PlatformAuthor } from '#/api/contract/platform-settings.ts';
import { actorKindOf } from '#/domain/values/actor.ts';

/** Of people, only staff and masters change platforms. */
export const authorOf = (actor: string): PlatformAuthor => {
  const kind = actorKindOf(actor);
  if (kind === 'admin') return 'STAFF';
  return kind === 'master' ? 'MASTER' : 'PROGRAM';
};
