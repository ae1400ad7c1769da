import { brCode } from '#/domain/brazil/br-code.ts';
import type { Cents } from '#/domain/values/money.ts';
import { inReais, inReaisText } from '#/adapters/payments/kit/values/amount.ts';
import { CASES_AT } from '#/adapters/payments/evidence/samples.ts';
import { isIdAt } from './steps.ts';
import { mapScalars, type Scalar } from './json-scalars.ts';
import type { Match } from './matching.ts';

/** What turns a reply of the cases into one about another resource. */
export interface RewriteOptions {
  readonly ids: ReadonlyMap<string, string>;
  readonly pairs: Match['pairs'];
  readonly amount: { readonly of: Cents; readonly to: Cents } | undefined;
  /** Unix milliseconds that replace the cases' own time. */
  readonly at: number;
}

const DAYS_60_MS = 60 * 24 * 60 * 60 * 1_000;
/** Shorter ids occur inside other words by chance. */
const ID_LENGTH_TO_SEARCH = 8;
const ECHO_LENGTH_MIN = 8;

/** Moves a day or time as `at` moves the cases' time; undefined if it is not within 60 days of that time. */
const moveDay = (text: string, at: number): string | undefined => {
  const [, date, time, millis, zone] =
    /^(\d{4}-\d\d-\d\d)(?:([T ])\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(text) ?? [];
  if (date === undefined) return undefined;
  const iso = text.replace(' ', 'T');
  const then = Date.parse(time !== undefined && zone === undefined ? `${iso}Z` : iso);
  const casesAt = Date.parse(CASES_AT);
  if (Number.isNaN(then) || Math.abs(then - casesAt) > DAYS_60_MS) return undefined;
  const moved = new Date(then + at - casesAt).toISOString();
  if (time === undefined) return moved.slice(0, 10);
  const seconds = moved.slice(0, millis === undefined ? 19 : 23).replace('T', time);
  return `${seconds}${zone === undefined ? '' : 'Z'}`;
};

const replaceAmount = (
  value: string | number,
  { of, to }: { readonly of: Cents; readonly to: Cents },
): string | number | undefined => {
  if (typeof value === 'number') {
    if (value === of) return to;
    return value === inReais.write(of) ? inReais.write(to) : undefined;
  }
  if (value === String(of)) return String(to);
  if (value === inReaisText.write(of)) return inReaisText.write(to);
  if (value === String(inReais.write(of))) return String(inReais.write(to));
  const formatReais = (amount: Cents) =>
    `R$ ${String(inReaisText.write(amount)).replace('.', ',')}`;
  return value === formatReais(of) ? formatReais(to) : undefined;
};

/** A valid BR Code. */
const codeFor = (amount: Cents, id: string): string =>
  brCode({
    key: '5a4d0b0c-0000-4000-8000-73696d756c61',
    merchantName: 'RAZAO SIMULADOR',
    merchantCity: 'SAO PAULO',
    amount,
    txid: id.replace(/[^A-Za-z0-9]/g, '').slice(0, 25) || '0',
    reusable: false,
  });

/** Returns what the received request has where the case's request has this value; undefined if that has it nowhere. */
const echoValue = (pairs: Match['pairs'], key: string, value: string | number) =>
  pairs.find(
    ({ sample }) =>
      sample.value === value &&
      (sample.key === key || (typeof value === 'string' && value.length >= ECHO_LENGTH_MIN)),
  )?.received;

const withIdsInside = (text: string, ids: RewriteOptions['ids']): string => {
  let changed = text;
  for (const [of, to] of ids) {
    if (of.length >= ID_LENGTH_TO_SEARCH) changed = changed.replaceAll(of, to);
  }
  return changed;
};

/** @param id the charge's id, for its BR Code */
export const rewrite = (reply: unknown, rewriting: RewriteOptions, id = ''): unknown => {
  const { ids, pairs, amount, at } = rewriting;
  return mapScalars(reply, ({ key, value }): Scalar => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const newId = isIdAt(ids, { key, value }) ? ids.get(String(value)) : undefined;
    if (newId !== undefined) return typeof value === 'number' ? Number(newId) : newId;
    if (amount && String(value).startsWith('000201')) return codeFor(amount.to, id);
    const money = amount && replaceAmount(value, amount);
    if (money !== undefined) return money;
    const echo = echoValue(pairs, key, value);
    if (echo !== undefined) return echo;
    if (typeof value === 'number') return value;
    return moveDay(value, at) ?? withIdsInside(value, ids);
  });
};
