import type { Caller } from '#/api/auth/caller.ts';
import { isFactorObligatory, openMembershipsOf } from './obligatory.ts';
import { findSession } from '#/api/auth/live-session.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { ProcedureName } from '#/api/contract/contract.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { ProceduresOf } from '#/api/http/procedure.ts';
import type { SecondFactorChange } from '#/domain/access/commands.ts';

interface By {
  readonly caller: Caller;
  readonly services: Services;
  readonly ip: string;
}

/** Records a change before it is made, because the event causes a mail that warns the person. */
const record = async ({ caller, services, ip }: By, change: SecondFactorChange): Promise<void> => {
  for (const person of await openMembershipsOf(services, caller))
    await services.trail.record(person, { type: 'RecordSecondFactor', change }, ip);
};

/** @throws Rejected `session/second-factor-off` */
const requireOn = async ({ sessions }: Services, userId: string): Promise<void> => {
  const { since } = await sessions.factors.stateOf(userId);
  if (since === null) throw new Rejected('session/second-factor-off');
};

type Names = Extract<ProcedureName, `person.${string}SecondFactor` | 'person.renewRecoveryCodes'>;

/** A person's own second factor. Every change needs a step-up. */
export const secondFactorProcedures: Pick<ProceduresOf<'person'>, Names> = {
  'person.getSecondFactor': async (_input, { caller, services, cookies }) => {
    const { userId } = await findSession(services, cookies);
    const state = await services.sessions.factors.stateOf(userId);
    return { ...state, isObligatory: await isFactorObligatory(services, caller) };
  },
  'person.beginSecondFactor': async (_input, { services, cookies }) => {
    const { text, uri } = await services.sessions.factors.begin(
      await findSession(services, cookies),
    );
    return { secret: text, uri };
  },
  'person.confirmSecondFactor': async ({ code }, { caller, services, cookies, ip, setCookie }) => {
    const { sessions } = services;
    const session = await findSession(services, cookies);
    const recoveryCodes = await sessions.factors.confirm(session, code);
    if (recoveryCodes === 'wrong') throw new Rejected('session/app-not-confirmed');
    if (recoveryCodes === 'over') throw new Rejected('session/set-up-over');
    // The change makes all devices unknown; this one becomes known again, as a right code was entered here.
    setCookie(sessions.devices.issue(session.user.email));
    // Recorded after the change, because a wrong code changes nothing.
    services.trail.recordLater(
      () => openMembershipsOf(services, caller),
      { type: 'RecordSecondFactor', change: 'ON' },
      ip,
    );
    return { recoveryCodes: [...recoveryCodes] };
  },
  'person.renewRecoveryCodes': async (_input, { caller, services, cookies, ip }) => {
    const { userId } = await findSession(services, cookies);
    await requireOn(services, userId);
    await record({ caller, services, ip }, 'NEW_RECOVERY_CODES');
    const recoveryCodes = await services.sessions.factors.renewRecoveryCodes(userId);
    if (recoveryCodes === undefined) throw new Rejected('session/second-factor-off');
    return { recoveryCodes: [...recoveryCodes] };
  },
  'person.removeSecondFactor': async (_input, { caller, services, cookies, ip }) => {
    const session = await findSession(services, cookies);
    if (await isFactorObligatory(services, caller))
      throw new Rejected('session/second-factor-obligatory');
    await requireOn(services, session.userId);
    await record({ caller, services, ip }, 'OFF');
    await services.sessions.factors.switchOff(session);
    return {};
  },
};
