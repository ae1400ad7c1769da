import type { Logger } from 'pino';
import type { Core } from '#/api/composition/core.ts';
import type { Language } from '#/api/http/problem.ts';
import { chooseAmong } from '#/api/auth/person-record.ts';
import type { Sessions } from '#/api/auth/sessions.ts';
import { createAfterAnswer } from './after-answer.ts';
import { mailLink } from './mail-link.ts';

interface RecoveryDependencies {
  readonly core: Core;
  readonly sessions: Sessions;
  readonly logger: Logger;
}

/** Requests the mail for the person with this address, if there is one. */
const recover = async (
  { core, sessions }: RecoveryDependencies,
  email: string,
  language: Language,
): Promise<void> => {
  const person = await chooseAmong(core, await sessions.memberships.of(email), undefined);
  if (person === undefined) return;
  const linkId = await sessions.recovery.make(email);
  if (linkId === undefined) return;
  await mailLink(core, { template: 'recovery', linkId, to: person, language, actor: 'system' });
};

export const createRecovery = (dependencies: RecoveryDependencies) => {
  const { run, stop } = createAfterAnswer(
    dependencies.logger,
    'a link for a new password could not be mailed',
  );
  return {
    request: (email: string, language: Language): void =>
      run(() => recover(dependencies, email, language)),
    stop,
  };
};

export type Recovery = ReturnType<typeof createRecovery>;
