import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import type { Step } from './steps.ts';
import { scalarsOf, mapScalars, recordWith, withPart } from './json-scalars.ts';
import type { Resource } from './store.ts';

type Words = Readonly<Record<string, string>>;

const isStatusKey = (key: string): boolean => /stat|situa/i.test(key);

/** A refunded charge gets the word for paid if no word means a refund. */
const findWord = (words: Words, status: string): string | undefined => {
  const entry = Object.entries(words).find(([, meaning]) => meaning === status);
  if (entry) return entry[0];
  return status === 'REFUNDED' ? findWord(words, 'APPROVED') : undefined;
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

/** The status word of the creation reply, if it still means the resource's status. */
const createdWord = (words: Words, { creationReply, status }: Resource): string | undefined =>
  scalarsOf(creationReply?.json)
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
  changed: (record: unknown) => unknown,
): unknown => {
  const id = resource.roles.get('transactionId') ?? '';
  const before = changed(recordWith(resource.creationReply?.json, id));
  const place = recordWith(reading, id);
  return typeof before === 'object' && before !== null && place !== undefined
    ? withPart(reading, place, { ...scalarFieldsOf(place), ...before })
    : reading;
};

/** `finish` comes after ids and amounts were replaced. */
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
  const word =
    table && (createdWord(table.words, resource) ?? findWord(table.words, resource.status));
  if (table === undefined || word === undefined) return undefined;
  const { words, reply } = table;
  const usual = {
    json: JSON.parse(JSON.stringify(reply(word))) as unknown,
    finish: (rewritten: unknown) => rewritten,
  };
  if (resource.kind === 'payout' || resource.paymentMethod === 'PIX') return usual;
  // For other methods a look-up case is used, because `reply` shows a PIX charge.
  const same = readings.filter(
    (each) => each.paymentMethod === resource.paymentMethod && hasWord(each.reply.json, words),
  );
  const reading = same.find(({ status }) => status === resource.status) ?? same[0];
  if (reading) return { ...usual, json: withWord(reading.reply.json, words, word) };
  if (!hasWord(resource.creationReply?.json, words)) return usual;
  const finish = (rewritten: unknown) =>
    graftStatus(rewritten, resource, (record) => withWord(record, words, word));
  return { ...usual, finish };
};
