import type { Pool } from 'pg';
import { readDeliveryReport } from '#/adapters/mail/delivery-report.ts';
import { openSmtp, type SmtpSettings } from '#/adapters/mail/smtp.ts';
import { outboxTransport, type Outbox } from '#/api/mail/outbox.ts';
import { openPostgresOutbox } from '#/api/mail/postgres-outbox.ts';
import type { MailDestination } from '#/api/contract/mail.ts';
import type { MailTransport, ReadBounce } from '#/domain/ports/mail.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import { isLoopbackUrl, type Demo } from './exposure.ts';
import type { RegisterCleanup } from './register-cleanup.ts';

export interface MailOptions {
  readonly smtp: SmtpSettings | undefined;
  readonly demo: Demo;
  readonly publicUrl: string;
}

export interface OpenMail {
  /** Undefined = no mail can be sent. */
  readonly transport: MailTransport | undefined;
  /** Stores the mails of a local demo without a mail server. */
  readonly outbox: Outbox | undefined;
  readonly destination: MailDestination;
  readonly readBounce: ReadBounce;
}

export const NO_MAIL: OpenMail = {
  transport: undefined,
  outbox: undefined,
  destination: { to: 'nothing', from: null },
  readBounce: readDeliveryReport,
};

/** Without a mail server, mails are shown only in a demo on this machine, because links in mails let a reader sign in. */
export const openMail = async (
  { smtp, demo, publicUrl }: MailOptions,
  { pool, now }: { readonly pool: Pool; readonly now: () => Timestamp },
  registerCleanup: RegisterCleanup,
): Promise<OpenMail> => {
  if (smtp) {
    const transport = openSmtp(smtp, { now });
    registerCleanup('the mail server', transport.close);
    const destination = { to: 'server', from: smtp.from } as const;
    return { ...NO_MAIL, transport, destination };
  }
  if (demo === 'none' || !isLoopbackUrl(publicUrl)) return NO_MAIL;
  const outbox = await openPostgresOutbox(pool);
  const transport = outboxTransport(outbox, now);
  return { ...NO_MAIL, transport, outbox, destination: { to: 'outbox', from: null } };
};
