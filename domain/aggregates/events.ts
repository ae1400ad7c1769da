import { z } from 'zod';
import type { EventOf } from './aggregate.ts';
import { accessEvents } from '#/domain/access/events.ts';
import { accountEvents } from '#/domain/account/events.ts';
import { acquirerEvents } from '#/domain/acquiring/events.ts';
import { attemptEvents } from '#/domain/attempt/events.ts';
import { booksEvents } from '#/domain/books/events.ts';
import { destinationEvents } from '#/domain/destination/events.ts';
import { documentEvents } from '#/domain/document/document.ts';
import { epochEvents } from '#/domain/epoch/events.ts';
import { mailEvents } from '#/domain/mail/events.ts';
import { mailboxEvents } from '#/domain/mailbox/events.ts';
import { assignmentEvents } from '#/domain/manager/assignment.ts';
import { managerEvents } from '#/domain/manager/manager.ts';
import { masterEvents } from '#/domain/master/master.ts';
import { masterAccessEvents } from '#/domain/master/masters.ts';
import { notesEvents } from '#/domain/notes/events.ts';
import { onboardingEvents } from '#/domain/onboarding/onboarding.ts';
import { offerEvents } from '#/domain/offer/offer.ts';
import { paymentEvents } from '#/domain/payment/events.ts';
import { platformEvents } from '#/domain/platform/platform.ts';
import { signingKeyEvents } from '#/domain/platform/signing-key.ts';
import { productEvents } from '#/domain/product/product.ts';
import { receiverEvents } from '#/domain/receiver/events.ts';
import { refundEvents } from '#/domain/refund/events.ts';
import { scheduleEvents } from '#/domain/schedule/schedule.ts';
import { sealEvents } from '#/domain/seal/events.ts';
import { sellerEvents } from '#/domain/seller/seller.ts';
import { administratorEvents } from '#/domain/staff/administrators.ts';
import { staffEvents } from '#/domain/staff/staff.ts';
import { subjectEvents } from '#/domain/subject/events.ts';
import { transactionEvents } from '#/domain/transaction/events.ts';
import { withdrawalEvents } from '#/domain/withdrawal/events.ts';

/** The schema of every event, at its latest version. Types are unique across aggregates. */
export const eventSchemas = {
  ...platformEvents,
  ...signingKeyEvents,
  ...sellerEvents,
  ...staffEvents,
  ...masterEvents,
  ...masterAccessEvents,
  ...administratorEvents,
  ...managerEvents,
  ...assignmentEvents,
  ...productEvents,
  ...offerEvents,
  ...paymentEvents,
  ...transactionEvents,
  ...accountEvents,
  ...booksEvents,
  ...refundEvents,
  ...withdrawalEvents,
  ...destinationEvents,
  ...scheduleEvents,
  ...acquirerEvents,
  ...receiverEvents,
  ...attemptEvents,
  ...sealEvents,
  ...epochEvents,
  ...subjectEvents,
  ...accessEvents,
  ...mailEvents,
  ...mailboxEvents,
  ...onboardingEvents,
  ...documentEvents,
  ...notesEvents,
};

/** Schema of an event's type, for responses of the API. */
export const eventType = z.enum(Object.keys(eventSchemas) as (keyof typeof eventSchemas)[]);

export type DomainEvent = EventOf<typeof eventSchemas>;

export type EventType = DomainEvent['type'];

export type EventNamed<Type extends EventType> = Extract<DomainEvent, { readonly type: Type }>;
