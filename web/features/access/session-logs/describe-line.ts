import type { SessionLine } from '#/api/contract/master.ts';
import type { SessionLogsTexts } from '#/web/i18n/pt-br/people/session-logs.ts';
import { translateCode } from '#/web/i18n/texts.ts';

type Described = Pick<SessionLine, 'failures' | 'isKnownDevice' | 'cause' | 'change' | 'reason'>;

/** What the log says about a sign-in, its failures or its end. */
export const describeLine = (
  { failures, isKnownDevice, cause, change, reason }: Described,
  texts: SessionLogsTexts,
): string => {
  const parts = [
    failures !== null && failures > 0 && texts.failures(failures),
    isKnownDevice === false && texts.newDevice,
    cause !== null && translateCode(texts.causes, cause),
    reason !== null && reason,
    change !== null && translateCode(texts.changes, change),
  ].filter((text) => text !== false);
  return parts.join(' · ') || '—';
};
