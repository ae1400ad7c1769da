import PostalMime, { type Email } from 'postal-mime';
import { deliveryStatus, statusIn, UNDEFINED_FAILURE } from '#/domain/mail/delivery-status.ts';
import type { Bounce, Failure, ReadBounce } from '#/domain/ports/mail.ts';

/** The last of a report's three parts is our mail. These options return it as text, and do not parse it. */
const PARSING = {
  forceRfc822Attachments: true,
  attachmentEncoding: 'utf8',
  maxNestingDepth: 8,
  maxHeadersSize: 64_000,
} as const;

/** The parser is slow with many lines; a report has a few hundred. */
const MOST_LINES = 4_000;
/** Our mails have one recipient, but forwarding can add more. */
const MOST_FAILURES = 10;
const MOST_IDS = 10;
/** RFC 5321 section 4.5.3.1: 64 characters, an @ and 255. */
const LONGEST_ADDRESS = 320;

/** Types of the part that states what failed (RFC 3464, RFC 6533). */
const STATUS_PARTS: ReadonlySet<string> = new Set([
  'message/delivery-status',
  'message/global-delivery-status',
]);
/** Types of the part with our mail or its headers (RFC 6522, RFC 6533). */
const RETURNED_PARTS: ReadonlySet<string> = new Set([
  'text/rfc822-headers',
  'message/rfc822',
  'message/global-headers',
  'message/global',
]);

const textsOf = ({ attachments }: Email, types: ReadonlySet<string>): readonly string[] =>
  attachments.flatMap(({ mimeType, content }) =>
    types.has(mimeType) && typeof content === 'string' ? [content.trim()] : [],
  );

interface ReportContents {
  readonly statuses: readonly string[];
  readonly returned: readonly string[];
}

/** The parts of a report, or of a report that the message forwards. */
const partsOf = async (
  message: Uint8Array | string,
  isForwarded = false,
): Promise<ReportContents> => {
  const email = await PostalMime.parse(message, PARSING);
  const [statuses, returned] = [textsOf(email, STATUS_PARTS), textsOf(email, RETURNED_PARTS)];
  const [inner] = returned;
  if (statuses.length > 0 || isForwarded || inner === undefined) return { statuses, returned };
  return partsOf(inner, true);
};

type Field = readonly [name: string, value: string];

const fieldsIn = (text: string): readonly Field[] =>
  text.split(/\r?\n(?![ \t])/).map((line) => {
    const [name = ''] = line.split(':', 1);
    const value = line.slice(name.length + 1).replaceAll(/\s+/g, ' ');
    return [name.trim().toLowerCase(), value.trim()];
  });

const valueOf = (fields: readonly Field[], name: string): string | undefined =>
  fields.find(([fieldName]) => fieldName === name)?.[1];

/** The value without its type, as in `rfc822; ana@example.com` (RFC 3464 section 2.1.2). */
const afterType = (value: string | undefined): string | undefined =>
  value?.slice(value.indexOf(';') + 1).trim();

const addressIn = (fields: readonly Field[], name: string): string | undefined => {
  const address = afterType(valueOf(fields, name))?.replaceAll(/[<>]/g, '');
  return address && address.length <= LONGEST_ADDRESS ? address : undefined;
};

/** One group of fields about the mail, and one for each recipient. */
const groupsIn = (status: string): readonly (readonly Field[])[] =>
  status.split(/(?:\r?\n[ \t]*){2,}/).map(fieldsIn);

/** Some servers state no useful status (Exim states 5.0.0). The answer of the recipient's server may have one. */
const statusOf = (group: readonly Field[], answer: string | null): string => {
  // Some servers put words after the numbers.
  const stated = valueOf(group, 'status')?.split(/\s/, 1)[0];
  const status = deliveryStatus.catch(UNDEFINED_FAILURE).parse(stated);
  return status === UNDEFINED_FAILURE ? (statusIn(answer) ?? status) : status;
};

const failureIn = (group: readonly Field[]): Failure => {
  // If a server forwarded the mail, Original-Recipient is still the address that we gave.
  const [actual, final, original] = [
    'x-actual-recipient',
    'final-recipient',
    'original-recipient',
  ].map((name) => addressIn(group, name));
  const text = afterType(valueOf(group, 'diagnostic-code')) ?? null;
  return {
    recipient: actual ?? final,
    addresses: [actual, final, original].filter((address) => address !== undefined),
    status: statusOf(group, text),
    text,
  };
};

const ID_FIELDS: ReadonlySet<string> = new Set([
  'message-id',
  'original-envelope-id',
  'x-original-message-id',
]);
/** `id.tag` of one of our mails. */
const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\da-f]{32}/g;

/** A Message-ID is `<id.tag@our domain>`; an envelope id is `id.tag`, perhaps in xtext (RFC 3461). */
const idsIn = (fields: readonly Field[]): readonly string[] =>
  fields.flatMap(([name, value]) => {
    if (!ID_FIELDS.has(name)) return [];
    const plain = value.toLowerCase().replaceAll('+2d', '-').replaceAll('+2e', '.');
    return plain.match(ID) ?? [];
  });

const read = async (message: Uint8Array): Promise<Bounce | undefined> => {
  const { statuses, returned } = await partsOf(message);
  const groups = statuses.flatMap(groupsIn);
  const failures = groups
    .filter((group) => /^failed\b/i.test(valueOf(group, 'action') ?? ''))
    .slice(0, MOST_FAILURES)
    .map(failureIn);
  const headers = returned.map((mail) => fieldsIn(mail.split(/\r?\n\r?\n/, 1)[0] ?? ''));
  const messageIds = [...new Set([...headers, ...groups].flatMap(idsIn))].slice(0, MOST_IDS);
  return failures.length > 0 && messageIds.length > 0 ? { messageIds, failures } : undefined;
};

const LINE_FEED = 10;
const SPACE = 32;

/** Reads a report that our mail was not delivered (RFC 3464); undefined for other or too long messages. */
export const readDeliveryReport: ReadBounce = async (message) => {
  let lines = 0;
  for (const byte of message) if (byte === LINE_FEED) lines += 1;
  if (lines > MOST_LINES) return undefined;
  // Some programs that pass a message on put empty lines before it.
  return read(message.subarray(message.findIndex((byte) => byte > SPACE))).catch(() => undefined);
};
