import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import { query } from './procedure.ts';

/**
 * Who is signed in. Sign-in and out are better-auth's own calls: `POST /api/auth/sign-in/email {email, password}` and
 * `POST /api/auth/sign-out`; the session is an HttpOnly cookie.
 */
const session = z.strictObject({
  email: z.string(),
  name: z.string(),
  role: z.enum(['SELLER', 'ADMIN', 'FUNCTIONARY']),
  platformId: aggregateId,
  /** The seller's own id; null for staff. */
  sellerId: aggregateId.nullable(),
  /** An ADMIN has all. */
  permissions: z.array(z.enum(permissionFlags)),
});

export const sessionContract = {
  'session.get': query(
    'Who is signed in; null when nobody is',
    z.strictObject({}),
    session.nullable(),
  ),
};

export type Session = z.output<typeof session>;
