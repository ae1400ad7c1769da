import type { Session } from '#/api/contract/session.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import { acceptInvitation, joinByInvitation, openInvitation } from './links/accept-invitation.ts';
import { blockAccess, openBlock } from './links/block-access.ts';
import { confirmEmailChange, openEmailChange } from './links/change-email.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Contact, Identity } from '#/domain/privacy/encrypted.ts';
import { loadMaintenanceNotice } from '#/api/reads/platform-settings.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { seller } from '#/domain/seller/seller.ts';
import { impersonatorOf, memberKeyOf, type Caller } from './caller.ts';
import { recordEndedImpersonations } from './impersonation/impersonate.ts';

const ownOf = (caller: Caller): Pick<Session & object, 'sellerId' | 'permissions'> => {
  switch (caller.role) {
    case 'SELLER':
      return { sellerId: caller.sellerId, permissions: [] };
    case 'ADMIN':
    case 'FUNCTIONARY':
      return { sellerId: null, permissions: [...caller.permissions] };
    case 'MASTER':
    case 'MANAGER':
      return { sellerId: null, permissions: [] };
  }
};

type OwnSession = Omit<NonNullable<Session>, 'maintenance' | 'preferences'>;

export const sessionOf = (caller: Caller): OwnSession => ({
  email: caller.email,
  name: caller.name,
  role: caller.role,
  platformId: caller.platformId,
  actor: memberKeyOf(caller),
  lacksSecondFactor: caller.lacksSecondFactor,
  ...ownOf(caller),
  impersonation: null,
});

/** Returns the session for the caller's page. Under impersonation, name and e-mail are the seller's, not those of the member of staff. */
const showSession = async (
  { core, sessions }: Services,
  caller: Caller,
): Promise<NonNullable<Session>> => {
  const [maintenance, { language, theme }] = await Promise.all([
    loadMaintenanceNotice(core.records, caller.platformId),
    sessions.preferences.of(caller.email),
  ]);
  const ownSession = { ...sessionOf(caller), maintenance, preferences: { language, theme } };
  const impersonator = impersonatorOf(caller);
  if (impersonator === undefined || ownSession.sellerId === null) return ownSession;
  const { state } = await core.handler.load(seller, streamOf('seller', ownSession.sellerId));
  if (state.status === 'ABSENT') throw new Error('a seller cannot go away');
  const { identity, contact } = state.details;
  const [decryptedIdentity, decryptedContact] = await Promise.all([
    core.vault.decrypt<Identity>(identity),
    core.vault.decrypt<Contact>(contact),
  ]);
  return {
    ...ownSession,
    email: decryptedContact?.email ?? '',
    name: decryptedIdentity?.name ?? ownSession.sellerId,
    impersonation: { by: impersonator.staff.email, until: impersonator.until },
  };
};

const endImpersonation = async (
  { core, sessions, logger }: Services,
  caller: Caller | undefined,
): Promise<void> => {
  const impersonator = impersonatorOf(caller);
  if (impersonator === undefined) return;
  await sessions.impersonations.end(impersonator.impersonationId);
  // If the log takes no writes now, a worker records the end later.
  const onFailure = (err: unknown): void =>
    logger.error({ err }, 'the end of an impersonation is not on record yet');
  await recordEndedImpersonations({ core, sessions }, onFailure).catch(onFailure);
};

/** Procedures of a seller who registers: `api/people/onboarding/procedures.ts`. */
export type RegistrationName = Extract<
  keyof ProceduresOf<'session'>,
  'session.register' | `session.${string}Registration`
>;

export const sessionProcedures: Omit<ProceduresOf<'session'>, RegistrationName> = {
  'session.get': async (_input, { caller, services }) =>
    caller ? showSession(services, caller) : null,
  'session.endImpersonation': async (_input, { caller, services }) => {
    await endImpersonation(services, caller);
    return {};
  },
  'session.openInvitation': ({ token }, { services }) => openInvitation(services, token),
  'session.requestRecovery': async ({ email }, { services, language }) => {
    const { to } = services.mail.destination;
    if (to !== 'nothing') services.recovery.request(email.toLowerCase(), language);
    return { to };
  },
  'session.acceptInvitation': async (input, { services, ip, setCookie }) => {
    const { sessions } = services;
    await acceptInvitation(services, input, ip);
    // A known device is spared the waits that strangers cause. Not with a second factor: each known device has more guesses at the code.
    if (!(await sessions.factors.isOn(input.email.toLowerCase())))
      setCookie(sessions.devices.issue(input.email));
    return {};
  },
  'session.joinByInvitation': async ({ token }, { services, cookies, ip, userAgent }) => {
    await joinByInvitation(services, token, { cookies, ip, userAgent });
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
};
