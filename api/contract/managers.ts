import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { centsOut, instant, mutation, page, paging, position, query, search } from './procedure.ts';
import { invited, member } from './staff.ts';

/** Managers of a platform (people.180) and their portfolios. */

const managerLine = member
  .omit({ staffId: true, role: true, permissions: true, isChangeable: true })
  .extend({
    managerId: aggregateId,
    /** In the portfolio. */
    sellers: z.int(),
    /** Of the last 30 days, in cents of reais. */
    volume: centsOut,
  });

const managerInvited = invited.omit({ staffId: true }).extend({ managerId: aggregateId });

const managerChange = z.strictObject({
  managerId: aggregateId,
  /** Revision that the change is based on; refused if there is a later one. */
  basedOn: z.int().min(0),
});

const written = z.strictObject({ position });

/** The manager of a seller; null for none. */
const keeper = {
  managerId: aggregateId.nullable(),
  managerEmail: z.string().nullable(),
};

/** Revision of the seller's assignment to a manager; null without one. */
const revision = z.int().nullable();

const portfolioSeller = z.strictObject({
  sellerId: aggregateId,
  /** Null after erasure. */
  name: z.string().nullable(),
  status: z.enum(['ACTIVE', 'BLOCKED']),
  /** Of the last 30 days, in cents of reais. */
  volume: centsOut,
  assignedAt: instant,
  /** E-mail of the member of staff; null for the program itself, and after erasure. */
  assignedBy: z.string().nullable(),
  revision,
});

const portfolioMove = z.strictObject({
  eventId: z.uuid(),
  at: instant,
  sellerId: aggregateId,
  sellerName: z.string().nullable(),
  /** The managers before and after; null for none. */
  from: z.strictObject({ managerId: aggregateId, email: z.string().nullable() }).nullable(),
  to: z.strictObject({ managerId: aggregateId, email: z.string().nullable() }).nullable(),
  /** E-mail of the member of staff; null for the program itself, and after erasure. */
  by: z.string().nullable(),
});

const assignable = z.strictObject({
  sellerId: aggregateId,
  name: z.string(),
  ...keeper,
  revision,
});

/** Sellers that one call may move, because each takes an append to a stream of its own. */
const MOST_ASSIGNED = 100;

const ofManager = z.strictObject({ managerId: aggregateId, ...paging });

export const managersContract = {
  'admin.listManagers': query(
    'The managers of the platform with their portfolios in figures, the last changed first',
    z.strictObject({ ...paging, state: z.enum(['CURRENT', 'BLOCKED']).default('CURRENT') }),
    page(managerLine),
  ),
  'admin.inviteManager': mutation(
    'Makes a manager and mails them a link by which they come in',
    z.strictObject({ email: z.email().max(254) }),
    managerInvited,
    { limit: 'invitation' },
  ),
  'admin.inviteManagerAgain': mutation(
    'Mails a manager who has not accepted a new link, in place of the one before',
    z.strictObject({ managerId: aggregateId }),
    managerInvited,
    { limit: 'invitation' },
  ),
  'admin.blockManager': mutation(
    'Lets a manager in no more, and ends their sessions; their sellers stay in the portfolio until they are moved',
    managerChange,
    written,
  ),
  'admin.restoreManager': mutation('Lets a blocked manager in again', managerChange, written),
  'admin.listPortfolio': query(
    'The sellers of a manager, the last who came into the portfolio first',
    ofManager,
    page(portfolioSeller),
  ),
  'admin.listPortfolioMoves': query(
    'Which sellers came into the portfolio of a manager or left it, and who moved them, the last first',
    ofManager,
    page(portfolioMove),
  ),
  'admin.findAssignable': search(
    'Sellers of the platform of whose names a word begins so, with whose portfolio they are in, by name',
    z.strictObject({
      /** Search text or an id; empty for the first entries. */
      text: z.string().max(200),
      after: paging.after,
    }),
    z.strictObject({
      items: z.array(assignable),
      /** True if more entries may match. */
      isPart: z.boolean(),
      position,
    }),
  ),
  'admin.assignSellers': mutation(
    'Puts sellers into the portfolio of a manager, out of the one that they were in, or into none; those whose portfolio changed meanwhile are left as they are',
    z.strictObject({
      /** Null takes the sellers out of their portfolios. */
      managerId: aggregateId.nullable(),
      sellers: z
        .array(z.strictObject({ sellerId: aggregateId, basedOn: z.int().min(0).nullable() }))
        .min(1)
        .max(MOST_ASSIGNED),
    }),
    z.strictObject({
      /** Sellers who are now in the requested portfolio. */
      moved: z.array(aggregateId),
      /** Sellers whom someone else moved meanwhile. */
      changed: z.array(z.strictObject({ sellerId: aggregateId, ...keeper, revision })),
      position,
    }),
  ),
};

export type ManagerLine = z.output<typeof managerLine>;
export type PortfolioSeller = z.output<typeof portfolioSeller>;
export type PortfolioMove = z.output<typeof portfolioMove>;
export type Assignable = z.output<typeof assignable>;
