import { z } from 'zod';

/** Three numbers (RFC 3463): class, subject and detail. */
export const deliveryStatus = z.string().regex(/^[245]\.\d{1,3}\.\d{1,3}$/);

/** A mail failed, and the server did not say why in numbers (RFC 3463 section 3.1). */
export const UNDEFINED_FAILURE = '5.0.0';

/** The status before the text of an answer: `550 5.1.1 no such user` (RFC 2034). */
const IN_ANSWER = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?:\s|$)/;

export const statusIn = (answer: string | null): string | undefined =>
  IN_ANSWER.exec(answer ?? '')?.[1];

/**
 * Statuses of RFC 3463: no such mailbox (5.1.1, 5.1.3) or domain (5.1.2; 5.1.10 of RFC 7505), mailbox moved (5.1.6) or disabled
 * (5.2.1).
 */
const GONE: ReadonlySet<string> = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1']);

/** Whether nothing sent to the mailbox will arrive. A full mailbox or a refused sender does not mean that. */
export const isMailboxGone = (status: string | undefined): boolean =>
  status !== undefined && GONE.has(status);
