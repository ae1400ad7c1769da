import { z } from 'zod';

/** Which parts of others' answers and texts may name a person; what stays on record for ever is kept without them. */

const PERSONAL_KEY =
  /name|nome|document|cpf|cnpj|mail|phone|fone|celular|address|endereco|street|zip|cep|city|birth|nasc|customer|client|buyer|payer|pagador|devedor|debtor|recebedor|recipient|receiver|holder|titular|card|cart[aã]o|cvv|cvc|pass|senha|secret|token|hash|sign|auth|key|chave|md5|password|credential|account|conta|agency|agencia|branch|bank|ip$/i;

/** Whether what stands under this key of a JSON may name a person, or open a door. */
export const isPersonalKey = (key: string): boolean => PERSONAL_KEY.test(key);

/** Cards, documents, phones, boleto lines: eight digits or more, however they are punctuated. */
const LONG_NUMBER = /(?<![0-9A-Za-z])\+?\d(?:[ ./()-]{0,2}\d){7,}(?![0-9A-Za-z])/g;
/** From where a word begins, or each letter of a long text without an @ would be read to its end. */
const EMAIL = /(?<![^\s@"'<>:,;=])[^\s@"'<>:,;=]+@[^\s@"'<>:,;]+/g;

/** Without e-mails, and numbers as long as a person's. */
export const withoutNumbers = (text: string): string =>
  text.replace(EMAIL, '[e-mail]').replace(LONG_NUMBER, '[number]');

/** Shorter words (`de`, `da`) are of the language. */
const SHORTEST_NAME = 3;

const plain = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Their letters and digits, between which anything may stand. */
const spelled = (known: string): RegExp | undefined => {
  const signs = known.match(/[\p{L}\p{N}]/gu) ?? [];
  if (signs.length < SHORTEST_NAME) return undefined;
  return new RegExp(signs.join('[^\\p{L}\\p{N}]{0,2}'), 'giu');
};

const LENGTH_MAX = 300;

/**
 * Of an event: what was told of it in words (acquirers.120, people.83), made by `toldOnRecord`; absent where there were
 * none.
 */
export const toldText = z.string().max(LENGTH_MAX).optional();

/** As an event holds it. */
export const toldPart = (text: string | null | undefined): { readonly text?: string } =>
  text ? { text } : {};

/**
 * What somebody outside said, as it may stay on record: one line of bounded length, without numbers and e-mails of people, and
 * without what is known of the person it is about (name, document, key, phone). Null when nothing is left.
 */
export const toldOnRecord = (
  text: string | null,
  person: { readonly name?: string | undefined; readonly known?: readonly (string | undefined)[] },
): string | null => {
  if (text === null) return null;
  const names = new Set((person.name ?? '').split(/\s+/).map(plain));
  let clean = text.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  for (const value of person.known ?? []) {
    const pattern = value === undefined ? undefined : spelled(value);
    if (pattern) clean = clean.replaceAll(pattern, '…');
  }
  const nameless = withoutNumbers(clean).replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
    word.length >= SHORTEST_NAME && names.has(plain(word)) ? '…' : word,
  );
  const line = nameless.trim();
  return line === '' ? null : line.slice(0, LENGTH_MAX).toWellFormed();
};
