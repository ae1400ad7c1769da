import { sessionLogs } from '#/web/i18n/pt-br/people/session-logs.ts';
import { makeTexts } from '#/web/lib/make-texts.ts';

/** A dictionary of its own: few pages need it. */
export const useSessionLogsTexts = makeTexts(
  sessionLogs,
  async () => (await import('#/web/i18n/en/people/session-logs.ts')).sessionLogs,
);
