import { rulesOfKind } from '#/api/contract/roles.ts';
import type { PersonKind } from '#/domain/access/commands.ts';
import { personKinds } from '#/domain/access/events.ts';

/** How many hours a session may be unused before it ends; null = it does not end by that. */
export const idleHoursOf = (kind: PersonKind): number | null => rulesOfKind[kind].session.idleHours;

const IDLE_LIMIT = `CASE session.kind ${personKinds
  .map((kind) => `WHEN '${kind}' THEN make_interval(hours => ${idleHoursOf(kind) ?? 'NULL'})`)
  .join(' ')} END`;

const IDLE_AT = `session."updatedAt" + ${IDLE_LIMIT}`;

/** SQL of when a session ends if it is not used again. */
export const ENDS_AT = `least(session."expiresAt", ${IDLE_AT})`;

/** SQL of whether a session has neither expired nor been idle too long. */
export const GOES_ON = `${ENDS_AT} > now()`;

/** SQL of why a session ended that does not go on. */
export const OVER_BY = `CASE WHEN ${IDLE_AT} < session."expiresAt" THEN 'IDLE' ELSE 'EXPIRED' END`;
