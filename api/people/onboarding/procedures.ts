import type { RegistrationName } from '#/api/auth/session.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { openRegistration, registerSeller } from './register-seller.ts';
import { findOpen, requireOpen } from './rules.ts';

/** How strangers register as sellers. */
export const registrationProcedures: Pick<ProceduresOf<'session'>, RegistrationName> = {
  'session.getRegistration': async (wanted, { services: { core, sessions } }) => {
    const { platformId: named } = wanted;
    const ids = named === undefined ? await sessions.memberships.fewPlatforms() : [named];
    const looked = await Promise.all(
      ids.map(async (platformId) => {
        const open = await findOpen(core, platformId);
        return open === undefined ? [] : [{ platformId, platformName: open.platformName }];
      }),
    );
    // Without a named platform, returns the open one if exactly one is open.
    const [only, ...others] = looked.flat();
    return only !== undefined && others.length === 0 ? only : null;
  },
  'session.requestRegistration': async (wanted, { services, language }) => {
    await requireOpen(services.core, wanted.platformId, false);
    const { to } = services.mail.destination;
    if (to !== 'nothing') services.registrations.request({ ...wanted, language });
    return { to };
  },
  'session.openRegistration': ({ token }, { services }) => openRegistration(services, token),
  'session.register': async (input, { services, cookies, ip, userAgent, setCookie }) => {
    const { email, isNew } = await registerSeller(services, input, { cookies, ip, userAgent });
    if (isNew) setCookie(services.sessions.devices.issue(email));
    return {};
  },
};
