import { z } from 'zod';
import type { EventOf } from './decider.ts';
import { accessEvents } from './access/events.ts';
import { accountEvents } from './account/events.ts';
import { acquirerEvents } from './acquiring/events.ts';
import { attemptEvents } from './attempt/events.ts';
import { booksEvents } from './books/events.ts';
import { destinationEvents } from './destination/events.ts';
import { documentEvents } from './document/document.ts';
import { epochEvents } from './epoch/events.ts';
import { mailEvents } from './mail/events.ts';
import { mailboxEvents } from './mailbox/events.ts';
import { assignmentEvents } from './manager/assignment.ts';
import { managerEvents } from './manager/manager.ts';
import { masterEvents } from './master/master.ts';
import { masterAccessEvents } from './master/masters.ts';
import { notesEvents } from './notes/events.ts';
import { onboardingEvents } from './onboarding/onboarding.ts';
import { offerEvents } from './offer/offer.ts';
import { paymentEvents } from './payment/events.ts';
import { platformEvents } from './platform/platform.ts';
import { signingKeyEvents } from './platform/signing-key.ts';
import { productEvents } from './product/product.ts';
import { receiverEvents } from './receiver/events.ts';
import { refundEvents } from './refund/events.ts';
import { scheduleEvents } from './schedule/schedule.ts';
import { sealEvents } from './seal/events.ts';
import { sellerEvents } from './seller/seller.ts';
import { administratorEvents } from './staff/administrators.ts';
import { staffEvents } from './staff/staff.ts';
import { subjectEvents } from './subject/events.ts';
import { transactionEvents } from './transaction/events.ts';
import { withdrawalEvents } from './withdrawal/events.ts';

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

/** The event of a given type. */
export type EventNamed<Type extends EventType> = Extract<DomainEvent, { readonly type: Type }>;
