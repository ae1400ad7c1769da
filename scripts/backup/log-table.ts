import type { Recorded } from '#/ledger/event-store.ts';
import { decimalPosition } from '#/ledger/stores/decimal-position.ts';
import { damagedArchiveError, type ArchivedTable } from './archive.ts';

/** COPY's escapes (Postgres manual, COPY, *Text Format*). */
const ESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

const unescapeField = (field: string): string =>
  field.includes('\\')
    ? field.replaceAll(/\\(.)/gs, (_, letter: string) => ESCAPED[letter] ?? letter)
    : field;

/** Parses `2026-11-20 09:49:00.5-03`. */
const isoTime = (printed: string): string => {
  const zoned = printed.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  return new Date(zoned).toISOString();
};

/** Postgres prints bytes as `\x` and hex. */
const hexOf = (printed: string): string => printed.slice(2);

/** Returns a function that parses COPY's output of `ledger.event` piece by piece. A piece may end within a line. */
export const createLogTableParser = ({ columns }: ArchivedTable) => {
  let rest: Buffer = Buffer.alloc(0);
  const eventOf = (line: string): Recorded => {
    const fields = line.split('\t');
    const field = (name: string): string => {
      const printed = fields[columns.indexOf(name)];
      if (printed === undefined) throw damagedArchiveError('a part of it cannot be read');
      return unescapeField(printed);
    };
    return {
      position: decimalPosition(Number(field('position'))),
      stream: field('stream'),
      revision: Number(field('revision')),
      id: field('id'),
      type: field('type'),
      data: field('data'),
      meta: field('meta'),
      recordedAt: isoTime(field('recorded_at')),
      hash: hexOf(field('hash')),
    };
  };
  return (bytes: Buffer): readonly Recorded[] => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    const end = all.lastIndexOf(0x0a) + 1;
    rest = all.subarray(end);
    const lines = all.toString('utf8', 0, end).split('\n').slice(0, -1);
    return lines.map(eventOf);
  };
};
