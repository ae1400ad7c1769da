import type { Pool } from 'pg';
import { z } from 'zod';
import type { CodeOutcome, SecondFactors } from './second-factors.ts';

/** The body of better-auth's answer to a sign-in. */
const signInBody = z.object({ token: z.string(), user: z.object({ id: z.string() }) });

export interface SignedIn {
  /** better-auth's answer; 401 in place of it when the code is missing or wrong. */
  readonly answered: Response;
  readonly code: CodeOutcome;
}

/** Signs in. If the user has a second factor and the code is wrong or missing, ends the new session before its cookie is sent. */
export const withSecondFactor = async (
  { pool, factors }: { readonly pool: Pool; readonly factors: Pick<SecondFactors, 'take'> },
  typed: string | undefined,
  signIn: () => Promise<Response>,
): Promise<SignedIn> => {
  const answered = await signIn();
  if (!answered.ok) return { answered, code: 'no-factor' };
  const { token, user } = signInBody.parse(await answered.clone().json());
  const code = await factors.take(user.id, typed);
  switch (code) {
    case 'no-factor':
      return { answered, code };
    case 'missing':
    case 'wrong':
      await pool.query('DELETE FROM auth.session WHERE token = $1', [token]);
      return { answered: new Response(null, { status: 401 }), code };
    case 'right':
    case 'recovery':
      await pool.query('UPDATE auth.session SET "factorAt" = now() WHERE token = $1', [token]);
      return { answered, code };
  }
};
