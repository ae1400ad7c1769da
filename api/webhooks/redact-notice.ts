import { isValidCpf } from '#/domain/brazil/document.ts';
import { isPersonalKey } from '#/domain/privacy/personal-text.ts';
import type { NoticeRequest } from '#/domain/ports/notice.ts';

/** What may be stored: an erasure of personal data does not reach stored deliveries. */
export interface RedactedDelivery {
  readonly format: 'json' | 'form' | 'other' | 'empty';
  readonly bytes: number;
  readonly body: unknown;
  /** True if parts were left out for size or depth. */
  readonly isCut: boolean;
  readonly contentType: string | null;
  /** Product and version only; null if not recognised. */
  readonly userAgent: string | null;
  /** At most 40 names of the received headers. */
  readonly headerNames: readonly string[];
}

/** Most characters stored, keys and values together. */
const MOST_KEPT = 16_000;
const DEEPEST = 20;
const MOST_HEADERS = 40;

const PLAIN_KEY = /^(?!.*\d{5})[A-Za-z_$@][\w$.:-]{0,59}$/;
/** Keys of free text, or of codes and links that contain personal data. */
const WRITTEN_KEY = /note|message|descri|info|comment|line|barcode|qr|url|link/i;
/** Under such a key, booleans and null are stored; of other values only kind and length. */
const isPrivateKey = (name: string): boolean => isPersonalKey(name) || WRITTEN_KEY.test(name);
/** Keys whose values are enumerations of the provider. */
const WORD_KEY =
  /(?:status|type|tipo|event|evento|method|metodo|currency|situacao|object|operation|action|kind|reason|environment)$/i;
const ID_KEY = /(?:id|ids|ref|reference|tid|nsu|e2e|endtoend|end_to_end)$/i;

const WORD = /^[A-Za-z](?:[A-Za-z_.:-]|\d(?!\d{3})){0,39}$/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Pix end-to-end id: identifies a payment, not a person. */
const END_TO_END = /^[ED]\d{8}20\d{10}[A-Za-z0-9]{11}$/;
/** Letters and digits, without a run of digits as long as a document's, phone's or card's. */
const MIXED_ID = /^(?=[^\d]*\d)(?=.*[A-Za-z])(?!.*\d{8})[A-Za-z0-9_-]{4,64}$/;
const SHORT_NUMBER = /^\d{1,7}$/;
const RECENT_DAY =
  /^20[2-9]\d-[01]\d-[0-3]\d(?:[T ][0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

const kindOf = (text: string): string => {
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return 'e-mail';
  if (/^\+?[\d ./()-]+$/.test(text)) return 'digits';
  return 'text';
};

const redactText = (key: string, text: string): string => {
  const isKept =
    text === '' ||
    RECENT_DAY.test(text) ||
    (WORD_KEY.test(key) && WORD.test(text)) ||
    (ID_KEY.test(key) &&
      [UUID, END_TO_END, MIXED_ID, SHORT_NUMBER].some((shape) => shape.test(text)));
  return isKept ? text : `[${kindOf(text)} ${text.length}]`;
};

/** As a JSON number, a CPF loses its leading zeros. About one amount in a hundred could be one, and is replaced too. */
const mayBeCpf = (value: number): boolean =>
  Number.isInteger(value) && value > 0 && isValidCpf(String(value).padStart(11, '0'));

/** Other documents, phones and cards have eight or more digits. */
const redactNumber = (value: number): number | string =>
  Math.abs(value) < 10_000_000 && !mayBeCpf(value) ? value : `[number ${String(value).length}]`;

/** Copies allowed values until the size limit. */
const createCopier = () => {
  let remaining = MOST_KEPT;
  let isCut = false;
  const take = (length: number): boolean => {
    remaining -= length + 4;
    if (remaining < 0) isCut = true;
    return remaining >= 0;
  };

  const copyLeaf = (key: string, value: unknown, isPrivate: boolean): unknown => {
    if (typeof value === 'string')
      return isPrivate ? `[${kindOf(value)} ${value.length}]` : redactText(key, value);
    if (typeof value === 'number')
      return isPrivate ? `[number ${String(value).length}]` : redactNumber(value);
    return value;
  };

  const copy = (key: string, value: unknown, isPrivate: boolean, depth: number): unknown => {
    if (typeof value !== 'object' || value === null) {
      const leaf = copyLeaf(key, value, isPrivate);
      return take(String(leaf).length) ? leaf : '[cut]';
    }
    if (depth > DEEPEST) {
      isCut = true;
      return '[deep]';
    }
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) {
        if (isCut) break;
        items.push(copy(key, item, isPrivate, depth + 1));
      }
      return items;
    }
    const members: (readonly [string, unknown])[] = [];
    for (const [name, member] of Object.entries(value)) {
      if (isCut) break;
      const isPlain = PLAIN_KEY.test(name);
      const storedName = isPlain ? name : `[key ${name.length}]`;
      const isHidden = isPrivate || !isPlain || isPrivateKey(name);
      if (take(storedName.length))
        members.push([storedName, copy(name, member, isHidden, depth + 1)]);
    }
    return Object.fromEntries(members);
  };

  return {
    copy: (value: unknown): unknown => copy('', value, false, 0),
    isCut: () => isCut,
  };
};

const parseBody = (
  body: string,
): Pick<RedactedDelivery, 'format'> & { readonly value: unknown } => {
  if (body === '') return { format: 'empty', value: null };
  try {
    return { format: 'json', value: JSON.parse(body) };
  } catch {
    if (!/^[^{[<\s=]+=/.test(body)) return { format: 'other', value: body };
    const fields = [...new URLSearchParams(body)].map(
      // `data[id]` becomes `data.id`, which is an id key.
      ([name, value]) => [name.replace(/\]$/, '').replaceAll(/\]?\[/g, '.'), value] as const,
    );
    return { format: 'form', value: Object.fromEntries(fields) };
  }
};

export const redactDelivery = ({ body, headers }: NoticeRequest): RedactedDelivery => {
  const { format, value } = parseBody(body);
  const copier = createCopier();
  const copy = copier.copy(value);
  return {
    format,
    bytes: Buffer.byteLength(body),
    body: copy,
    isCut: copier.isCut(),
    contentType: /^[\w.+-]{1,40}\/[\w.+-]{1,60}/.exec(headers['content-type'] ?? '')?.[0] ?? null,
    userAgent:
      /^[A-Za-z][A-Za-z.-]{0,30}(?:\/\d[\w.]{0,15})?/.exec(headers['user-agent'] ?? '')?.[0] ??
      null,
    headerNames: Object.keys(headers)
      .filter((name) => /^[a-z][a-z0-9-]{0,49}$/.test(name))
      .slice(0, MOST_HEADERS),
  };
};
