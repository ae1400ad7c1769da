import type { RegistrationName } from '#/api/auth/session.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { openRegistration, registerSeller } from './register-seller.ts';
import { findOpen, requireOpen } from './rules.ts';

/** How strangers register as sellers. */
export const registrationProcedures: Pick<ProceduresOf<'session'>, RegistrationName> = {
  'session.getRegistration': async (
    { platformId: requestedId },
    { services: { core, sessions } },
  ) => {
    const ids =
      requestedId === undefined ? await sessions.memberships.fewPlatforms() : [requestedId];
    const openPlatforms = await Promise.all(
      ids.map(async (platformId) => {
        const open = await findOpen(core, platformId);
        return open === undefined ? [] : [{ platformId, platformName: open.platformName }];
      }),
    );
    // If the request names no platform, returns the only open one; null if several are open, or too many exist to look at each.
    const [only, ...others] = openPlatforms.flat();
    return only !== undefined && others.length === 0 ? only : null;
  },
  'session.requestRegistration': async (input, { services, language }) => {
    await requireOpen(services.core, input.platformId, false);
    const { to } = services.mail.destination;
    if (to !== 'nothing') services.registrations.request({ ...input, language });
    return { to };
  },
  'session.openRegistration': ({ token }, { services }) => openRegistration(services, token),
  'session.register': async (input, { services, cookies, ip, userAgent, setCookie }) => {
    const { email, isNew } = await registerSeller(services, input, { cookies, ip, userAgent });
    if (isNew) setCookie(services.sessions.devices.issue(email));
    return {};
  },
};
