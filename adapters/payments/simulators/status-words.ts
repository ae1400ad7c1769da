import type { PaymentMethod } from '#/domain/ports/charge.ts';
import { fnv1a } from '#/domain/values/fnv1a.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import type { Step } from './steps.ts';
import { scalarsOf, mapScalars, recordWith, withPart } from './json-scalars.ts';
import { mainIdOf, type Resource } from './store.ts';

type Words = Readonly<Record<string, string>>;

const isStatusKey = (key: string): boolean => /stat|situa/i.test(key);

const METHODS_IN_WORDS: Readonly<Record<PaymentMethod, RegExp>> = {
  PIX: /pix/i,
  BILLET: /boleto/i,
  CREDIT_CARD: /card/i,
};

const OTHER_AMOUNT = /partial|(?:under|over)paid|(?:less|more)value|duplicity/i;

/** Whether the word can be about this charge or payout: some words are about one payment method, or about another amount. */
const isAbout = (word: string, { paymentMethod }: Resource): boolean =>
  !OTHER_AMOUNT.test(word) &&
  Object.entries(METHODS_IN_WORDS).every(
    ([method, named]) => method === paymentMethod || !named.test(word),
  );

/**
 * Chooses one of the words that mean the status, by the resource's id, so that over many resources all are used. A refunded charge gets a
 * word for paid if no word means a refund.
 */
const findWord = (
  words: Words,
  resource: Resource,
  status: string = resource.status,
): string | undefined => {
  const fitting = Object.entries(words).flatMap(([word, meaning]) =>
    meaning === status && isAbout(word, resource) ? [word] : [],
  );
  if (fitting.length > 0) return fitting[fnv1a(mainIdOf(resource)) % fitting.length];
  return status === 'REFUNDED' ? findWord(words, resource, 'APPROVED') : undefined;
};

const withWord = (reply: unknown, words: Words, word: string): unknown =>
  mapScalars(reply, ({ key, value }) =>
    typeof value === 'string' && isStatusKey(key) && Object.hasOwn(words, value) ? word : value,
  );

const hasWord = (reply: unknown, words: Words): boolean =>
  scalarsOf(reply).some(
    ({ key, value }) =>
      typeof value === 'string' && isStatusKey(key) && Object.hasOwn(words, value),
  );

/** The status word of the creation reply, if it still means the charge's status: adapters see by it that a card is only reserved. */
const createdWord = (words: Words, { kind, creationReply, status }: Resource): string | undefined =>
  scalarsOf(kind === 'charge' ? creationReply?.json : undefined)
    .filter(({ key }) => isStatusKey(key))
    .map(({ value }) => String(value))
    .find((word) => Object.hasOwn(words, word) && words[word] === status);

const scalarFieldsOf = (value: unknown): object =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each !== 'object'))
    : {};

/** Puts the record of the creation reply, with the present status word, into a look-up reply of the cases. */
const graftStatus = (
  reading: unknown,
  resource: Resource,
  change: (record: unknown) => unknown,
): unknown => {
  const id = resource.roles.get('transactionId') ?? '';
  const created = change(recordWith(resource.creationReply?.json, id));
  const record = recordWith(reading, id);
  return typeof created === 'object' && created !== null && record !== undefined
    ? withPart(reading, record, { ...scalarFieldsOf(record), ...created })
    : reading;
};

/** `finish` is applied to `json` after its ids and amounts were replaced. */
interface StatusReply {
  readonly json: unknown;
  readonly finish: (rewritten: unknown) => unknown;
}

/** @param readings the successful look-ups of the cases */
export const statusReplyOf = (
  { statuses, withdrawStatuses }: ProviderCases<never>,
  resource: Resource,
  readings: readonly Step[],
): StatusReply | undefined => {
  const table = resource.kind === 'payout' ? withdrawStatuses : statuses;
  const word = table && (createdWord(table.words, resource) ?? findWord(table.words, resource));
  if (table === undefined || word === undefined) return undefined;
  const { words, reply } = table;
  const fromTable = {
    json: JSON.parse(JSON.stringify(reply(word))) as unknown,
    finish: (rewritten: unknown) => rewritten,
  };
  if (resource.kind === 'payout' || resource.paymentMethod === 'PIX') return fromTable;
  // For other methods a look-up case is used, because `reply` shows a PIX charge.
  const ofMethod = readings.filter(
    (each) => each.paymentMethod === resource.paymentMethod && hasWord(each.reply.json, words),
  );
  const reading = ofMethod.find(({ status }) => status === resource.status) ?? ofMethod[0];
  if (reading) return { ...fromTable, json: withWord(reading.reply.json, words, word) };
  if (!hasWord(resource.creationReply?.json, words)) return fromTable;
  const finish = (rewritten: unknown) =>
    graftStatus(rewritten, resource, (record) => withWord(record, words, word));
  return { ...fromTable, finish };
};
