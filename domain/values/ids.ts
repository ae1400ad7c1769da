import { z } from 'zod';
import type { PersonKind } from '#/domain/access/commands.ts';

/**
 * Identifiers of aggregates: lower-case letters, digits and hyphens, so that they are safe in a URL and in a stream name.
 * Most are UUIDs; catalogue records made by hand may have a readable one (`demo-ebook`).
 */
export const aggregateId = z.string().regex(/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/);

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

/** A seller's account has one stream per month: `account-<seller>.<yyyy-MM>`. */
export const accountStream = (sellerId: string, period: string): string =>
  `account-${sellerId}.${period}`;

/** The months of a seller's account are in one stream: `books-<seller>`. */
export const booksStream = (sellerId: string): string => `books-${sellerId}`;

export const categoryOf = (stream: string): string => {
  const cut = stream.indexOf('-');
  return cut < 0 ? stream : stream.slice(0, cut);
};

/** A platform's acquirer has one stream: `acquirer-<platform>.<provider>`. */
export const acquirerStream = (platformId: string, provider: string): string =>
  `acquirer-${platformId}.${provider}`;

/** A person's sign-ins and views of personal data have one stream per month: `access-staff-<id>.<yyyy-MM>`. */
export const accessStream = (kind: PersonKind, personId: string, period: string): string =>
  `access-${kind}-${personId}.${period}`;

/**
 * Returns the id after the category: for an account the seller's, without the month; for an acquirer the platform's; for a person's
 * accesses `<kind>-<person>`.
 */
export const idOf = (stream: string): string => {
  const id = stream.slice(stream.indexOf('-') + 1);
  const dot = id.indexOf('.');
  return dot < 0 ? id : id.slice(0, dot);
};
