import { InvalidCursor } from '#/projections/engine/define/page.ts';
import { Rejected } from './problem.ts';

/** Runs a query of a page. @throws Rejected `request/invalid-input` when the cursor is not of this list */
export const readPage = async <Page>(read: () => Promise<Page>): Promise<Page> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof InvalidCursor)) throw error;
    const errors = [{ path: 'cursor', message: error.message }];
    throw new Rejected('request/invalid-input', { errors });
  }
};

/** @throws Rejected `request/invalid-input` when the range ends before it begins */
export const requireForwardRange = ({ from, to }: { from: string; to: string }): void => {
  if (from <= to) return;
  throw new Rejected('request/invalid-input', {
    errors: [{ path: 'to', message: 'before "from"' }],
  });
};

interface FromEnd {
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/**
 * Returns the bounds of a page of an append-only list, from its newest end. `nextCursor` is the number of items that are older than this
 * page.
 */
export const pageFromEnd = (length: number, { cursor = length, limit }: FromEnd) => {
  const end = Math.min(cursor, length);
  const from = Math.max(0, end - limit);
  return { from, end, nextCursor: from === 0 ? null : String(from) };
};
