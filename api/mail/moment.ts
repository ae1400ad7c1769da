import type { MailLanguage } from '#/domain/mail/events.ts';
import { ZONE, type Timestamp } from '#/domain/values/time.ts';

/** Prints an instant as a person in Brazil reads it, with the zone's name. */
export const momentIn = (language: MailLanguage, at: Timestamp): string =>
  new Intl.DateTimeFormat(language, {
    timeZone: ZONE,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(Temporal.Instant.from(at).epochMilliseconds);
