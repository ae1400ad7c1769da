import type { Receiver } from './decider.ts';
import { checklistOf } from './files.ts';

/** The details are handed in and the seller's checklist is approved (people.60). */
export const isApproved = ({ details, files }: Receiver): boolean =>
  details !== null &&
  checklistOf(details.documentType).every((kind) => files[kind]?.status === 'APPROVED');
