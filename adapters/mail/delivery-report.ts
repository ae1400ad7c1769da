import PostalMime, { type Email } from 'postal-mime';
import { z } from 'zod';
import { deliveryStatus, UNDEFINED_FAILURE } from '#/domain/mail/delivery-status.ts';
import type { ReadBounce } from '#/domain/ports/mail.ts';

/** Reports are flat: multipart/report, its three parts, and the mail in the last one. */
const PARSING = {
  forceRfc822Attachments: true,
  attachmentEncoding: 'utf8',
  maxNestingDepth: 8,
  maxHeadersSize: 64_000,
} as const;

/** One group of fields about the mail, and one for each recipient. Ours have one. */
const MOST_GROUPS = 10;

/** The text of the first part of one of these types. */
const partOf = ({ attachments }: Email, ...types: readonly string[]): string => {
  const part = attachments.find(({ mimeType }) => types.includes(mimeType));
  return typeof part?.content === 'string' ? part.content : '';
};

type Fields = ReadonlyMap<string, string>;

const fieldsIn = async (text: string): Promise<Fields> => {
  const { headers } = await PostalMime.parse(`${text.trim()}\r\n\r\n`, PARSING);
  return new Map(headers.map(({ key, value }) => [key, value.replaceAll(/\s+/g, ' ').trim()]));
};

/** What follows the type of a value: `rfc822; ana@example.com`, `smtp; 550 5.1.1 …` (RFC 3464 section 2.1.2). */
const afterType = (value: string | undefined): string | undefined =>
  value?.slice(value.indexOf(';') + 1).trim();

/** Message-IDs of our mails are `<mail id@our domain>`. */
const idIn = (messageId: string | undefined): string | undefined =>
  /^\s*<?([^<>@\s]+)@/.exec(messageId ?? '')?.[1];

const mailIdOf = (envelopeId: string | undefined, messageId: string | undefined) =>
  [envelopeId, idIn(messageId)].find((id) => z.uuid().safeParse(id).success);

/**
 * Reads a report about a mail that could not be delivered (RFC 3464, in a multipart/report of RFC 6522), as it comes to the sender's
 * address. Undefined for every other message: reports of delays and successes too, and of mails that are not ours.
 */
export const readDeliveryReport: ReadBounce = async (message) => {
  const report = await PostalMime.parse(message, PARSING).catch(() => undefined);
  if (!report) return undefined;
  const groups = partOf(report, 'message/delivery-status')
    .trim()
    .split(/(?:\r?\n[ \t]*){2,}/, MOST_GROUPS);
  const [about, ...recipients] = await Promise.all(groups.map(fieldsIn));
  const failed = recipients.find((fields) => fields.get('action')?.toLowerCase() === 'failed');
  if (!about || !failed) return undefined;
  const original = await fieldsIn(
    partOf(report, 'text/rfc822-headers', 'message/rfc822').split(/\r?\n\r?\n/, 1)[0] ?? '',
  );
  const mailId = mailIdOf(about.get('original-envelope-id'), original.get('message-id'));
  if (mailId === undefined) return undefined;
  return {
    mailId: mailId.toLowerCase(),
    recipients: ['original-recipient', 'final-recipient'].flatMap(
      (name) => afterType(failed.get(name)) ?? [],
    ),
    // Some servers put words after the numbers.
    status: deliveryStatus.catch(UNDEFINED_FAILURE).parse(failed.get('status')?.split(/\s/, 1)[0]),
    text: afterType(failed.get('diagnostic-code')) ?? null,
  };
};
