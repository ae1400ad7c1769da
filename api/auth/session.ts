import type { Session } from '#/api/contract/session.ts';
import { openRegistration, registerSeller } from '#/api/people/onboarding/register-seller.ts';
import { findOpen, requireOpen } from '#/api/people/onboarding/rules.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { acceptInvitation, joinByInvitation, openInvitation } from './links/accept-invitation.ts';
import { blockAccess, openBlock } from './links/block-access.ts';
import { confirmEmailChange, openEmailChange } from './links/change-email.ts';
import type { Caller } from './caller.ts';

const ownOf = (caller: Caller): Pick<Session & object, 'sellerId' | 'permissions'> => {
  switch (caller.role) {
    case 'SELLER':
      return { sellerId: caller.sellerId, permissions: [] };
    case 'ADMIN':
    case 'FUNCTIONARY':
      return { sellerId: null, permissions: [...caller.permissions] };
  }
};

/** Returns the signed-in user, as the web shows it. */
export const sessionOf = (caller: Caller): NonNullable<Session> => ({
  email: caller.email,
  name: caller.name,
  role: caller.role,
  platformId: caller.platformId,
  lacksSecondFactor: caller.lacksSecondFactor,
  ...ownOf(caller),
});

export const sessionProcedures: ProceduresOf<'session'> = {
  'session.get': async (_input, { caller }) => (caller ? sessionOf(caller) : null),
  'session.openInvitation': ({ token }, { services }) => openInvitation(services, token),
  'session.requestRecovery': async ({ email }, { services, language }) => {
    const { to } = services.mail.destination;
    if (to !== 'nothing') services.recovery.request(email.toLowerCase(), language);
    return { to };
  },
  'session.acceptInvitation': async (input, { services, ip, setCookie }) => {
    const { sessions } = services;
    await acceptInvitation(services, input, ip);
    // The device cookie spares the account's owner the waits that strangers' attempts caused. It is not issued where a code is still
    // to be shown: a thief with the mailbox would get more guesses at it by each link.
    if (!(await sessions.factors.isOn(input.email.toLowerCase())))
      setCookie(sessions.devices.issue(input.email));
    return {};
  },
  'session.joinByInvitation': async ({ token }, { services, cookies, ip }) => {
    await joinByInvitation(services, token, { cookies, ip });
    return {};
  },
  'session.openBlock': ({ token }, { services }) => openBlock(services, token),
  'session.blockAccess': async ({ token }, { services, ip }) => {
    await blockAccess(services, token, ip);
    return {};
  },
  'session.openEmailChange': ({ token }, { services }) => openEmailChange(services, token),
  'session.confirmEmailChange': ({ token }, { services, ip }) =>
    confirmEmailChange(services, token, ip),
  'session.getRegistration': async (wanted, { services: { core, sessions } }) => {
    const platformId = wanted.platformId ?? (await sessions.memberships.onlyPlatform());
    const open = platformId === undefined ? undefined : await findOpen(core, platformId);
    return platformId !== undefined && open
      ? { platformId, platformName: open.platformName }
      : null;
  },
  'session.requestRegistration': async (wanted, { services, language }) => {
    await requireOpen(services.core, wanted.platformId, false);
    const { to } = services.mail.destination;
    if (to !== 'nothing') services.registrations.request({ ...wanted, language });
    return { to };
  },
  'session.openRegistration': ({ token }, { services }) => openRegistration(services, token),
  'session.register': async (input, { services, cookies, ip, setCookie }) => {
    const { email, isNew } = await registerSeller(services, input, { cookies, ip });
    if (isNew) setCookie(services.sessions.devices.issue(email));
    return {};
  },
};
