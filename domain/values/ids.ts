import { z } from 'zod';
import type { PersonKind } from '#/domain/access/commands.ts';

/** Safe in a URL and a stream name. Most are UUIDs; some are readable (`demo-ebook`). */
export const aggregateId = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);

/**
 * The id of our refund or of the staff's proposal; `provider-<payment>` or `provider-<payment>-<total in cents>` = the provider gave or
 * took the money back by itself.
 */
export const reversalId = z.string().max(100);

/** Categories have no hyphen: EventStoreDB cuts a stream name at the first one. */
export const categories = [
  'payment',
  'transaction',
  'account',
  'books',
  'refund',
  'withdrawal',
  'destination',
  'schedule',
  'acquirer',
  'receiver',
  'seller',
  'product',
  'offer',
  'platform',
  'signingKey',
  'staff',
  'master',
  'masters',
  'manager',
  'assignment',
  'administrators',
  'attempt',
  'seal',
  'epoch',
  'subject',
  'access',
  'mail',
  'mailbox',
  'onboarding',
  'document',
  'notes',
] as const;

export type Category = (typeof categories)[number];

export const streamOf = (category: Category, id: string): string => `${category}-${id}`;

/** One stream per month: `account-<seller>.<yyyy-MM>`. */
export const accountStream = (sellerId: string, period: string): string =>
  `account-${sellerId}.${period}`;

/** `books-<seller>` lists which months a seller's account has; each has a stream of its own. */
export const booksStream = (sellerId: string): string => `books-${sellerId}`;

export const categoryOf = (stream: string): string => {
  const cut = stream.indexOf('-');
  return cut < 0 ? stream : stream.slice(0, cut);
};

/** `acquirer-<platform>.<provider>`. */
export const acquirerStream = (platformId: string, provider: string): string =>
  `acquirer-${platformId}.${provider}`;

/** One stream per month: `access-staff-<id>.<yyyy-MM>`. */
export const accessStream = (kind: PersonKind, personId: string, period: string): string =>
  `access-${kind}-${personId}.${period}`;

/** The id after the category, up to a dot. */
export const idOf = (stream: string): string => {
  const id = stream.slice(stream.indexOf('-') + 1);
  const dot = id.indexOf('.');
  return dot < 0 ? id : id.slice(0, dot);
};
