import { z } from 'zod';
import type { ProcedureName } from '#/api/contract/contract.ts';
import { typedCode } from '#/api/contract/person.ts';
import type { StepUpAsks } from '#/api/contract/procedure.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { languageOf, parseInput, Rejected } from '#/api/http/problem.ts';
import { LONGEST_PASSWORD } from '#/domain/staff/password-length.ts';
import { requireOneself } from './access.ts';
import { findSession } from './live-session.ts';
import type { LiveSession } from './live-session.ts';
import { usedRecoveryCode } from './second-factor/second-factors.ts';
import {
  attemptPassword,
  failureOf,
  recordOutcome,
  type SessionCall,
} from './passwords/password-attempt.ts';

/** How long a proof by sign-in, password or code suffices. */
export const STEP_UP_MS = 5 * 60 * 1_000;

/** In cents. Refunds up to this amount need no step-up, because they only return what a buyer paid. */
export const REFUND_WITHOUT_STEP_UP = 1_000_00;

/** A stolen cookie must not suffice for these calls. Most calls that block someone are left out, because blocking must be quick. */
export const needsStepUp: ReadonlySet<ProcedureName> = new Set<ProcedureName>([
  'seller.requestWithdrawal',
  'seller.declareDestination',
  'seller.reviseSchedule',
  'seller.reviseReceiver',
  'admin.approveDestination',
  'admin.approveWithdrawal',
  'admin.registerReceiver',
  'admin.confirmResolution',
  'admin.revisePlatformTerms',
  'admin.reviseSellerTerms',
  'admin.reviseRoutes',
  'admin.reviseSellerRoutes',
  'admin.connectAcquirer',
  'admin.disconnectAcquirer',
  'admin.inviteFunctionary',
  'admin.inviteAgain',
  'admin.reviseFunctionary',
  'admin.restoreFunctionary',
  'admin.restoreSeller',
  'admin.inviteManager',
  'admin.inviteManagerAgain',
  'admin.restoreManager',
  'admin.askFactorReset',
  'admin.confirmFactorReset',
  'person.requestEmailChange',
  'admin.beginImpersonation',
  'master.createPlatform',
  'master.renamePlatform',
  'master.restorePlatform',
  'master.revisePlatformSetup',
  'master.writeOffSimulatedMoney',
  'master.setPlatformLimits',
  'master.setPlatformReceiver',
  'master.setPlatformCertificate',
  'master.removePlatformCertificate',
  'master.rotateSigningKey',
  'master.inviteAdministrator',
  'master.inviteAdministratorAgain',
  'master.restoreAdministrator',
  'master.blockMaster',
  'master.restoreMaster',
  'person.changePassword',
  'person.beginSecondFactor',
  'person.confirmSecondFactor',
  'person.renewRecoveryCodes',
  'person.removeSecondFactor',
]);

const stepUpInput = z
  .strictObject({
    password: z.string().min(1).max(LONGEST_PASSWORD).optional(),
    /** In place of the password, from a user who has a second factor. */
    code: typedCode.optional(),
  })
  .refine(({ password, code }) => (password ?? code) !== undefined);

/** @throws Rejected `session/step-up-required` after too long, `session/required` when the session has ended */
export const requireStepUp = async (
  { sessions }: Services,
  cookies: string | undefined,
): Promise<void> => {
  const session = await findSession({ sessions }, cookies);
  const age = await sessions.readProofAge(session);
  if (age === undefined) throw new Rejected('session/required');
  if (age <= STEP_UP_MS) return;
  const { since } = await sessions.factors.stateOf(session.userId);
  const asks: StepUpAsks = since === null ? 'password' : 'code';
  throw new Rejected('session/step-up-required', { details: { asks } });
};

type Proof =
  | 'right'
  | 'recovery'
  | 'session/required'
  | 'session/wrong-password'
  | 'session/code-required'
  | 'session/wrong-code';

/** With a second factor, only the code is proof. */
const prove = async (
  sessions: Services['sessions'],
  session: LiveSession,
  { password, code }: z.output<typeof stepUpInput>,
): Promise<Proof> => {
  const outcome = await sessions.factors.take(session.userId, code);
  switch (outcome) {
    case 'no-factor': {
      const isRight = password !== undefined && (await sessions.prove(session, password));
      return isRight ? 'right' : 'session/wrong-password';
    }
    case 'missing':
      return 'session/code-required';
    case 'wrong':
      return 'session/wrong-code';
    case 'right':
    case 'recovery':
      return (await sessions.proveByCode(session)) ? outcome : 'session/required';
  }
};

/**
 * Takes a new proof, by password or code, that the caller is the session's user. Attempts are limited as at a sign-in, because the caller
 * may hold a stolen cookie. Answers for how many seconds the proof suffices.
 * @throws Rejected `session/…`, `rate/limited`
 */
export const stepUp = async (call: SessionCall): Promise<void> => {
  const { request, response, services } = call;
  const { sessions } = services;
  const input = parseInput(stepUpInput, request.body ?? {}, languageOf(request));
  const session = await findSession(services, request.headers.cookie);
  requireOneself(
    await services.callers.find(new Headers({ cookie: request.headers.cookie ?? '' })),
  );
  const trace = recordOutcome(call);
  await attemptPassword(call, session.user.email, async (attempt) => {
    const proof = await prove(sessions, session, input);
    switch (proof) {
      case 'right':
      case 'recovery':
        await attempt.succeed();
        if (proof === 'recovery') trace(session.membership, usedRecoveryCode);
        return;
      case 'session/required':
      case 'session/code-required':
        await attempt.undo();
        throw new Rejected(proof);
      case 'session/wrong-password':
      case 'session/wrong-code': {
        const failure = failureOf(attempt.tries, sessions);
        if (failure) trace(session.membership, failure);
        throw new Rejected(proof);
      }
    }
  });
  response.set('Cache-Control', 'no-store').json({ seconds: STEP_UP_MS / 1_000 });
};
