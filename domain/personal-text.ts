import { z } from 'zod';

/** Finds personal data in texts and responses from outside, so that permanent records are kept without it. */

const PERSONAL_KEY =
  /name|nome|document|cpf|cnpj|mail|phone|fone|celular|address|endereco|street|zip|cep|city|birth|nasc|customer|client|buyer|payer|pagador|devedor|debtor|recebedor|recipient|receiver|holder|titular|card|cart[aã]o|cvv|cvc|pass|senha|secret|token|hash|sign|auth|key|chave|md5|password|credential|account|conta|agency|agencia|branch|bank|ip$/i;

/** Whether the JSON value under this key may be personal data or a credential. */
export const isPersonalKey = (key: string): boolean => PERSONAL_KEY.test(key);

/** Card numbers, documents, phones, boleto lines: eight digits or more, whatever the punctuation between them. */
const LONG_NUMBER = /(?<![0-9A-Za-z])\+?\d(?:[ ./()-]{0,2}\d){7,}(?![0-9A-Za-z])/g;
/** Matches only from the start of a word: otherwise every letter of a long text without an @ would start a scan to its end. */
const EMAIL = /(?<![^\s@"'<>:,;=])[^\s@"'<>:,;=]+@[^\s@"'<>:,;]+/g;

/** Replaces e-mails, and numbers long enough to identify a person. */
export const withoutNumbers = (text: string): string =>
  text.replace(EMAIL, '[e-mail]').replace(LONG_NUMBER, '[number]');

/** Shorter words (`de`, `da`) are common words, not names. */
const SHORTEST_NAME = 3;

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Matches the letters and digits of a known value, with up to two other characters between them. */
const patternFor = (known: string): RegExp | undefined => {
  const signs = known.match(/[\p{L}\p{N}]/gu) ?? [];
  if (signs.length < SHORTEST_NAME) return undefined;
  return new RegExp(signs.join('[^\\p{L}\\p{N}]{0,2}'), 'giu');
};

const LENGTH_MAX = 300;

/**
 * Text of an event that explains an outcome to people (acquirers.120, people.83), made by `explanationForRecord`; absent when
 * there is none.
 */
export const explanation = z.string().max(LENGTH_MAX).optional();

/** Returns the `text` field of an event's data, or no field when there is no text. */
export const explanationPart = (text: string | null | undefined): { readonly text?: string } =>
  text ? { text } : {};

/**
 * Returns an outside party's text as it may be stored: one line of bounded length, without e-mails and long numbers, and
 * without the known data of the person it is about (name, document, key, phone). Null when nothing is left.
 */
export const explanationForRecord = (
  text: string | null,
  person: { readonly name?: string | undefined; readonly known?: readonly (string | undefined)[] },
): string | null => {
  if (text === null) return null;
  const names = new Set((person.name ?? '').split(/\s+/).map(plain));
  let clean = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  for (const value of person.known ?? []) {
    const pattern = value === undefined ? undefined : patternFor(value);
    if (pattern) clean = clean.replaceAll(pattern, '…');
  }
  const withoutNames = withoutNumbers(clean).replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
    word.length >= SHORTEST_NAME && names.has(plain(word)) ? '…' : word,
  );
  const line = withoutNames.trim();
  return line === '' ? null : line.slice(0, LENGTH_MAX).toWellFormed();
};
