import { z } from 'zod';

const PERSONAL_KEY =
  /name|nome|document|cpf|cnpj|mail|phone|fone|celular|address|endereco|street|zip|cep|city|birth|nasc|customer|client|buyer|payer|pagador|devedor|debtor|recebedor|recipient|receiver|holder|titular|card|cart[aã]o|cvv|cvc|pass|senha|secret|token|hash|sign|auth|key|chave|md5|password|credential|account|conta|agency|agencia|branch|bank|ip$/i;

/** Whether the JSON value under this key may be personal data or a credential. */
export const isPersonalKey = (key: string): boolean => PERSONAL_KEY.test(key);

/** Documents, phones, card numbers: eight digits or more, with up to two marks between them. */
const LONG_NUMBER = /(?<![0-9A-Za-z])\+?\d(?:[ ./()-]{0,2}\d){7,}(?![0-9A-Za-z])/g;
/** The part of an e-mail before the @. Matches only from the start of a word: otherwise a long word takes quadratic time. */
const LOCAL_PART = String.raw`(?:(?<![^\s@＠"'<>:,;=])[^\s@＠"'<>:,;=]+|"[^"]{1,64}")`;
/** An @ by itself, or as HTML writes it, and what follows, which is taken for a domain. */
const PLAIN_AT_AND_DOMAIN = String.raw`(?:[@＠]|&(?:#64|#x40|commat);)[^\s@＠"'<>:,;]+`;
/** An @ as RFC 2047, RFC 3461 and RFC 3986 encode it, and a domain, without which `=40` may be an amount. */
const ENCODED_AT_AND_DOMAIN = String.raw`(?:[=+%]40|\s?[@＠]\s?)[\p{L}\p{N}.-]*\.\p{L}{2,}`;
const EMAIL = new RegExp(`${LOCAL_PART}(?:${PLAIN_AT_AND_DOMAIN}|${ENCODED_AT_AND_DOMAIN})`, 'giu');

/** Replaces e-mails, and numbers long enough to identify a person. */
export const withoutNumbersAndEmails = (text: string): string =>
  text.replace(EMAIL, '[e-mail]').replace(LONG_NUMBER, '[number]');

/** Shorter words (`de`, `da`) are not names. */
const SHORTEST_NAME = 3;

const foldWord = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Up to two other characters may stand between the letters and digits of a known value. */
const GAP_MAX = 2;

/** `letters` has the letters and digits of a text, with a space for each wider gap; `ranges` has the range of each in the text. */
const lettersOf = (text: string) => {
  let letters = '';
  const ranges: { readonly start: number; readonly end: number }[] = [];
  let end = 0;
  for (const { 0: letter, index: start } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const added = (start - end > GAP_MAX ? ' ' : '') + letter.toLowerCase();
    end = start + letter.length;
    for (const _ of added.split('')) ranges.push({ start, end });
    letters += added;
  }
  return { letters, ranges };
};

/**
 * Replaces a known value, whatever its punctuation. A regular expression could take very long here.
 * @param isWhole the value is not replaced inside a longer word
 */
const withoutValue = (text: string, value: string, isWhole = false): string => {
  const target = (value.match(/[\p{L}\p{N}]/gu) ?? []).join('').toLowerCase();
  if (target.length < SHORTEST_NAME) return text;
  const { letters, ranges } = lettersOf(text);
  let clean = '';
  let rest = 0;
  let at = letters.indexOf(target);
  while (at >= 0) {
    const start = ranges[at]?.start;
    const end = ranges[at + target.length - 1]?.end ?? text.length;
    const isPartOfWord = ranges[at - 1]?.end === start || ranges[at + target.length]?.start === end;
    const isSkipped = isWhole && isPartOfWord;
    if (!isSkipped) {
      clean += `${text.slice(rest, start)}…`;
      rest = end;
    }
    at = letters.indexOf(target, at + (isSkipped ? 1 : target.length));
  }
  return clean + text.slice(rest);
};

/** The part of an e-mail before the @, with and without a `+tag`: the text of a mail server may contain it alone. */
const mailboxNamesOf = (value: string): readonly string[] => {
  const local = value.slice(0, Math.max(0, value.lastIndexOf('@')));
  return [local, ...local.split('+', 1)];
};

/** The rest of a longer text is not read. */
const READ_MAX = 4_000;
const LENGTH_MAX = 300;

/** A text that explains an outcome to readers (acquirers.120, people.83), made by `explanationForRecord`. */
export const explanation = z.string().max(LENGTH_MAX).optional();

export const explanationPart = (text: string | null | undefined): { readonly text?: string } =>
  text ? { text } : {};

/**
 * Returns a text of an outside party, such as an acquirer, in one line. E-mails, long numbers and the person's data are taken out.
 * Null = nothing is left.
 */
export const explanationForRecord = (
  text: string | null,
  person: { readonly name?: string | undefined; readonly known?: readonly (string | undefined)[] },
): string | null => {
  if (text === null) return null;
  const names = new Set((person.name ?? '').split(/\s+/).map(foldWord));
  let clean = text.slice(0, READ_MAX).replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  const values = (person.known ?? []).filter((value) => value !== undefined);
  for (const value of values) clean = withoutValue(clean, value);
  for (const name of values.flatMap(mailboxNamesOf)) clean = withoutValue(clean, name, true);
  const withoutNames = withoutNumbersAndEmails(clean).replaceAll(/[\p{L}\p{M}]+/gu, (word) =>
    word.length >= SHORTEST_NAME && names.has(foldWord(word)) ? '…' : word,
  );
  const line = withoutNames.trim();
  return line === '' ? null : line.slice(0, LENGTH_MAX).toWellFormed();
};
