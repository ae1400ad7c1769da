import { accessTrail } from './access-trail.ts';
import { accountStatement } from './account-statement.ts';
import { destinations } from './destinations.ts';
import type { Projection } from './engine/define/define-projection.ts';
import { impersonations } from './impersonations.ts';
import { journal } from './journal.ts';
import { mails } from './mails.ts';
import { managerList } from './managers.ts';
import { paymentTimeline } from './payment-timeline.ts';
import { platforms } from './platforms.ts';
import { portfolios } from './portfolios.ts';
import { providerReference } from './provider-reference.ts';
import { receivers } from './receivers/receivers.ts';
import { refunds } from './refunds.ts';
import { sales } from './sales.ts';
import { schedules } from './schedules.ts';
import { sellerBalance } from './seller-balance.ts';
import { sellerList } from './sellers.ts';
import { staffList } from './staff.ts';
import { subjects } from './subjects.ts';
import { withdrawals } from './withdrawals.ts';

export const projections: readonly Projection[] = [
  sales,
  paymentTimeline,
  sellerBalance,
  accountStatement,
  withdrawals,
  destinations,
  schedules,
  refunds,
  receivers,
  journal,
  providerReference,
  subjects,
  accessTrail,
  impersonations,
  mails,
  staffList,
  sellerList,
  platforms,
  managerList,
  portfolios,
];

/** `all` names every projection. Undefined = no projection has this name. */
export const projectionsNamed = (name: string): readonly Projection[] | undefined => {
  if (name === 'all') return projections;
  const matches = projections.filter((projection) => projection.name === name);
  return matches.length === 0 ? undefined : matches;
};
