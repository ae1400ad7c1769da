import { cents } from '#/domain/values/money.ts';
import type { Cents } from '#/domain/values/money.ts';

/** The text behind a PIX QR code: EMV TLV in the BCB's profile (Manual de Padrões para Iniciação do Pix). */

const PIX = 'br.gov.bcb.pix';
const NAME_LENGTH_MAX = 25;
const CITY_LENGTH_MAX = 15;
const KEY_LENGTH_MAX = 77;
/** Longest whole code (BCB pix-api, `pixCopiaECola`). */
const CODE_LENGTH_MAX = 512;
/** An EMV length has two digits. */
const VALUE_LENGTH_MAX = 99;
const NO_TXID = '***';

/** CRC-16/CCITT-FALSE (polynomial 0x1021, initial 0xFFFF) over the UTF-8 bytes, four upper-case hex digits. */
export const crc16 = (text: string): string => crcOf(new TextEncoder().encode(text));

const crcOf = (bytes: Uint8Array): string => {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) {
      crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
      crc &= 0xffff;
    }
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
};

/** Static code: a PIX key. Dynamic code: the URL, without `https://`, from which the payer's bank fetches the charge. */
type Recipient = { readonly key: string } | { readonly location: string };

export type BrCodeRequest = Recipient & {
  /** Written without accents; cut to 25 characters. */
  readonly merchantName: string;
  /** Written without accents; cut to 15 characters. */
  readonly merchantCity: string;
  /** Absent = the payer enters the amount, or the charge at the location states it. */
  readonly amount?: Cents;
  /** 1 to 25 letters and digits. */
  readonly txid?: string;
  /** False = may be paid only once. */
  readonly reusable: boolean;
};

const printField = (id: string, value: string): string => {
  if (value.length > VALUE_LENGTH_MAX) throw new RangeError(`BR Code field ${id} is too long`);
  return `${id}${String(value.length).padStart(2, '0')}${value}`;
};

const printAscii = (text: string, lengthMax: number): string => {
  const folded = text
    .normalize('NFD')
    .replace(/\s+/g, ' ')
    .replace(/[^ -~]/g, '')
    .trim()
    .slice(0, lengthMax)
    .trim();
  if (folded === '') throw new RangeError('a BR Code needs a merchant name and city');
  return folded;
};

/** Formats as `123.45`, by its digits: an amount never becomes a float. */
const printDecimal = (amount: Cents): string => {
  if (amount < 1) throw new RangeError('a BR Code asks for a positive amount or for none');
  const digits = String(amount).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
};

const printRecipient = (recipient: Recipient): string => {
  const [id, value] =
    'key' in recipient
      ? ['01', recipient.key]
      : ['25', recipient.location.replace(/^\w+:\/\//, '')];
  if (value === '' || value.length > KEY_LENGTH_MAX) {
    throw new RangeError('a PIX key or location has 1 to 77 characters');
  }
  return printField('26', printField('00', PIX) + printField(id, value));
};

/** @throws RangeError when a part does not fit the format */
export const brCode = (request: BrCodeRequest): string => {
  const txid = request.txid ?? NO_TXID;
  if (txid !== NO_TXID && !/^[A-Za-z0-9]{1,25}$/.test(txid)) {
    throw new RangeError('a txid has 1 to 25 letters and digits');
  }
  const payload = [
    printField('00', '01'),
    request.reusable ? '' : printField('01', '12'),
    printRecipient(request),
    printField('52', '0000'),
    printField('53', '986'),
    request.amount === undefined ? '' : printField('54', printDecimal(request.amount)),
    printField('58', 'BR'),
    printField('59', printAscii(request.merchantName, NAME_LENGTH_MAX)),
    printField('60', printAscii(request.merchantCity, CITY_LENGTH_MAX)),
    printField('62', printField('05', txid)),
    '6304',
  ].join('');
  return payload + crc16(payload);
};

export interface BrCodeFields {
  readonly key?: string;
  readonly location?: string;
  readonly description?: string;
  readonly merchantName: string;
  readonly merchantCity: string;
  readonly amount?: Cents;
  readonly txid?: string;
  readonly reusable: boolean;
  /** Pix Automático: where the payer's bank fetches the recurrence (template 80-25). */
  readonly recurrenceLocation?: string;
}

/** `malformed` = not valid TLV, or without a field; `not-pix` = another scheme or currency. */
export type BrCodeError = 'malformed' | 'wrong-checksum' | 'not-pix';

export type ParsedBrCode =
  | { readonly ok: true; readonly fields: BrCodeFields }
  | { readonly ok: false; readonly error: BrCodeError };

type Fields = ReadonlyMap<string, string>;

const parseFields = (text: string): Fields | undefined => {
  const fields = new Map<string, string>();
  let rest = text;
  while (rest !== '') {
    const head = /^(\d{2})(\d{2})/.exec(rest);
    const [, id = '', length = ''] = head ?? [];
    const end = 4 + Number(length);
    if (head === null || fields.has(id) || rest.length < end) return undefined;
    fields.set(id, rest.slice(4, end));
    rest = rest.slice(end);
  }
  return fields;
};

/** Parses an EMV amount: `100`, `100.`, `100.5` or `100.50`; undefined otherwise. */
const parseAmount = (text: string): Cents | undefined => {
  const [, whole, fraction = ''] = /^(\d{1,10})(?:\.(\d{0,2}))?$/.exec(text) ?? [];
  return whole === undefined ? undefined : cents(Number(whole + fraction.padEnd(2, '0')));
};

const findPixTemplate = (fields: Fields, ids: readonly string[]): Fields | undefined => {
  for (const id of ids) {
    const template = parseFields(fields.get(id) ?? '');
    if (template?.get('00')?.toLowerCase() === PIX) return template;
  }
  return undefined;
};

const idsBetween = (first: number, last: number): readonly string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String(first + index));

const ACCOUNT_IDS = idsBetween(26, 51);
const UNRESERVED_IDS = idsBetween(80, 99);

const refuse = (error: BrCodeError): ParsedBrCode => ({ ok: false, error });

/** @param bytes of the code; the checksum is over bytes, not characters */
const readCode = (code: string, bytes: Uint8Array): ParsedBrCode => {
  const fields = parseFields(code);
  if (!fields || fields.get('00') !== '01' || !/6304[0-9A-F]{4}$/i.test(code)) {
    return refuse('malformed');
  }
  if (crcOf(bytes.slice(0, -4)) !== code.slice(-4).toUpperCase()) return refuse('wrong-checksum');
  const account = findPixTemplate(fields, ACCOUNT_IDS);
  if (!account || fields.get('53') !== '986') return refuse('not-pix');
  const merchantName = fields.get('59');
  const merchantCity = fields.get('60');
  const amountText = fields.get('54');
  const amount = amountText === undefined ? undefined : parseAmount(amountText);
  const additional = parseFields(fields.get('62') ?? '');
  const recurrenceLocation = findPixTemplate(fields, UNRESERVED_IDS)?.get('25');
  const isPayable = account.has('01') || account.has('25') || recurrenceLocation !== undefined;
  if (!merchantName || !merchantCity || !additional || !isPayable) return refuse('malformed');
  if (amountText !== undefined && amount === undefined) return refuse('malformed');
  const key = account.get('01');
  const location = account.get('25');
  const description = account.get('02');
  const txid = additional.get('05');
  return {
    ok: true,
    fields: {
      merchantName,
      merchantCity,
      reusable: fields.get('01') !== '12' && !account.has('25'),
      ...(key !== undefined && { key }),
      ...(location !== undefined && { location }),
      ...(description !== undefined && { description }),
      ...(amount !== undefined && { amount }),
      ...(txid !== undefined && txid !== NO_TXID && { txid }),
      ...(recurrenceLocation !== undefined && { recurrenceLocation }),
    },
  };
};

/** `asBytes` makes one character of each byte; `fromBytes` reverses it. */
const asBytes = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const fromBytes = (text: string): string =>
  new TextDecoder().decode(Uint8Array.from(text, (byte) => byte.charCodeAt(0)));

/** Reads any PIX BR Code. Some banks state the length of a field in bytes, others in characters. */
export const parseBrCode = (text: string): ParsedBrCode => {
  const code = text.trim();
  const bytes = new TextEncoder().encode(code);
  const byCharacter = readCode(code, bytes);
  const mayCountBytes =
    !byCharacter.ok && byCharacter.error === 'malformed' && code.length <= CODE_LENGTH_MAX;
  if (!mayCountBytes || bytes.length === code.length) return byCharacter;
  const byByte = readCode(asBytes(bytes), bytes);
  if (!byByte.ok) return byByte;
  const { merchantName, merchantCity, description } = byByte.fields;
  return {
    ok: true,
    fields: {
      ...byByte.fields,
      merchantName: fromBytes(merchantName),
      merchantCity: fromBytes(merchantCity),
      ...(description !== undefined && { description: fromBytes(description) }),
    },
  };
};
