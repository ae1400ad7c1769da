import { z } from 'zod';
import type { ProcedureName } from '#/api/contract/contract.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { languageOf, parseInput, Rejected } from '#/api/http/problem.ts';
import { LONGEST_PASSWORD } from '#/domain/staff/password-length.ts';
import { attemptPassword, failureOf, recordOutcome, type SessionCall } from './password-attempt.ts';

/** How long a session may do what needs a step-up, after its person gave the password: at the sign-in, or again. */
export const STEP_UP_MS = 5 * 60 * 1_000;

/** Refunds up to this many cents need none: support makes them all day, and what is refunded went in before. */
export const REFUND_WITHOUT_STEP_UP = 1_000_00;

/**
 * What moves money out, decides where it goes, or who may: the session alone, whose cookie may be stolen, is not enough. Of refunds
 * only those above a limit, as their procedures decide. Blocking a person needs none: it must be quick, and can be undone.
 */
export const needsStepUp: ReadonlySet<ProcedureName> = new Set<ProcedureName>([
  'seller.requestWithdrawal',
  'seller.reviseReceiver',
  'admin.registerReceiver',
  'admin.concludeReceiverRegistration',
  'admin.confirmResolution',
  'admin.revisePlatformTerms',
  'admin.reviseRoutes',
  'admin.reviseSellerRoutes',
  'admin.connectAcquirer',
  'admin.disconnectAcquirer',
  'admin.inviteFunctionary',
  'admin.inviteAgain',
  'admin.reviseFunctionary',
  'admin.restoreFunctionary',
]);

const stepUpInput = z.strictObject({ password: z.string().min(1).max(LONGEST_PASSWORD) });

/** @throws Rejected `session/step-up-required` when the session's person last gave the password too long ago */
export const requireStepUp = async (
  { sessions }: Services,
  cookies: string | undefined,
): Promise<void> => {
  const session = await sessions.find(new Headers({ cookie: cookies ?? '' }));
  const age = session && (await sessions.provenAgo(session));
  if (age === undefined) throw new Rejected('session/required');
  if (age > STEP_UP_MS) throw new Rejected('session/step-up-required');
};

/**
 * Compares the password of a session's person, and answers for how many seconds the session may do what needs it. Limited and recorded like
 * sign-ins: who holds a stolen cookie must not guess.
 * @throws Rejected `session/required`, `session/wrong-password`, `rate/limited`, `session/busy`
 */
export const stepUp = async (call: SessionCall): Promise<void> => {
  const { request, response, services } = call;
  const { sessions } = services;
  const { password } = parseInput(stepUpInput, request.body ?? {}, languageOf(request));
  const session = await sessions.find(new Headers({ cookie: request.headers.cookie ?? '' }));
  if (session === undefined) throw new Rejected('session/required');
  const trace = recordOutcome(call);
  const isProven = await attemptPassword(call, session.user.email, async ({ tries, succeed }) => {
    const isRight = await sessions.prove(session, password);
    const failure = isRight ? undefined : failureOf(tries, sessions);
    if (isRight) await succeed();
    else if (failure) trace(session.membership, failure);
    return isRight;
  });
  if (!isProven) throw new Rejected('session/wrong-password');
  response.set('Cache-Control', 'no-store').json({ seconds: STEP_UP_MS / 1_000 });
};
