import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { permissionFlags } from '#/domain/staff/permissions.ts';
import { instant, mutation, page, paging, position, query } from './procedure.ts';

/** Administrators, and functionaries with their flags (people.8). */

const permissions = z.array(z.enum(permissionFlags)).max(permissionFlags.length);

/** Revision that the change is based on; refused if there is a later one. */
const basedOn = z.int().min(0);

export const member = z.strictObject({
  staffId: aggregateId,
  /** Null after erasure. */
  email: z.string().nullable(),
  /** Null until the invitation is accepted, and after erasure. */
  name: z.string().nullable(),
  role: z.enum(['ADMIN', 'FUNCTIONARY']),
  /** Of a functionary; an administrator has all flags. */
  permissions,
  /** `INVITED`: not accepted yet. `EXPIRED`: not accepted in time. `BLOCKED`: cannot sign in. */
  status: z.enum(['ACTIVE', 'INVITED', 'EXPIRED', 'BLOCKED']),
  /** When the link of the invitation expires. */
  expiresAt: instant.nullable(),
  signedInAt: instant.nullable(),
  changedAt: instant,
  /** E-mail of the member of staff; null for a master and for the program itself, and after erasure. */
  changedBy: z.string().nullable(),
  revision: z.int(),
  /** Whether the caller may change this member's flags, or block them. */
  isChangeable: z.boolean(),
});

export const invited = z.strictObject({
  staffId: aggregateId,
  to: z.enum(['server', 'outbox', 'nothing']),
  /** To be handed over by the caller; null where it was mailed. */
  url: z.string().nullable(),
  position,
});

const written = z.strictObject({ position });

export const staffContract = {
  'admin.listStaff': query(
    'The staff of the platform and what each may do, the last changed first',
    z.strictObject({ ...paging, state: z.enum(['CURRENT', 'BLOCKED']).default('CURRENT') }),
    page(member),
  ),
  'admin.inviteFunctionary': mutation(
    'Makes a functionary and mails them a link by which they come in',
    z.strictObject({ email: z.email().max(254), permissions }),
    invited,
    { limit: 'invitation' },
  ),
  'admin.inviteAgain': mutation(
    'Mails a functionary who has not accepted a new link, in place of the one before',
    z.strictObject({ staffId: aggregateId }),
    invited,
    { limit: 'invitation' },
  ),
  'admin.reviseFunctionary': mutation(
    'Gives a functionary these flags in place of those before',
    z.strictObject({ staffId: aggregateId, permissions, basedOn }),
    written,
  ),
  'admin.blockFunctionary': mutation(
    'Lets a functionary in no more, and ends their sessions',
    z.strictObject({ staffId: aggregateId, basedOn }),
    written,
  ),
  'admin.restoreFunctionary': mutation(
    'Lets a blocked functionary in again, with the flags of before',
    z.strictObject({ staffId: aggregateId, basedOn }),
    written,
  ),
};

export type StaffMember = z.output<typeof member>;
