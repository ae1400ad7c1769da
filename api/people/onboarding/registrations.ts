import type { Logger } from 'pino';
import { createAfterAnswer } from '#/api/auth/links/after-answer.ts';
import { mailLink } from '#/api/auth/links/mail-link.ts';
import type { Sessions } from '#/api/auth/sessions.ts';
import type { Core } from '#/api/composition/core.ts';
import type { Language } from '#/api/http/problem.ts';
import { findOpen } from './rules.ts';

interface RegistrationDependencies {
  readonly core: Core;
  readonly sessions: Sessions;
  readonly logger: Logger;
}

interface RegistrationRequest {
  readonly platformId: string;
  readonly email: string;
  readonly language: Language;
}

/** Known and unknown addresses get the same mail; the link's page tells them apart. */
const mailRegistration = async (
  { core, sessions }: RegistrationDependencies,
  { platformId, email, language }: RegistrationRequest,
): Promise<void> => {
  if ((await findOpen(core, platformId)) === undefined) return;
  const registration = await sessions.registration.make(platformId, email.toLowerCase());
  if (registration === undefined) return;
  const { linkId, sellerId } = registration;
  const to = { platformId, kind: 'seller', personId: sellerId } as const;
  await mailLink(core, { template: 'registration', linkId, to, language, actor: 'system' });
};

export const createRegistrations = (dependencies: RegistrationDependencies) => {
  const { run, stop } = createAfterAnswer(
    dependencies.logger,
    'a link to register could not be mailed',
  );
  return {
    request: (request: RegistrationRequest): void =>
      run(() => mailRegistration(dependencies, request)),
    stop,
  };
};

export type Registrations = ReturnType<typeof createRegistrations>;
