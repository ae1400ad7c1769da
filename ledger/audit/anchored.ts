import { z } from 'zod';
import type { EventStore, Recorded } from '#/ledger/event-store.ts';
import { entryHash, SEAL_STREAM } from './seal.ts';
import { recordedEntry } from './seal-log.ts';

/** A line of the anchor, a file of seals outside the database, is no seal. */
export class UnreadableAnchor extends Error {
  constructor(line: number) {
    super(`line ${line} of the anchor is no seal`);
    this.name = 'UnreadableAnchor';
  }
}

const anchoredSeal = z.looseObject({ number: z.int().min(0), hash: z.string().length(64) });

const PAGE = 500;

const parse = (line: string, index: number) => {
  try {
    return anchoredSeal.parse(JSON.parse(line));
  } catch {
    throw new UnreadableAnchor(index);
  }
};

/**
 * Compares the log with the anchor, a file of seals outside the database. Returns a sentence about the first line whose seal the log
 * lacks, or has with another hash; undefined = the log has all.
 * @param lines of the anchor, in any order: JSON with `number` and `hash`
 * @throws UnreadableAnchor, and as `recordedEntry` and `EventStore.readStream`
 */
export const findFirstNotAnchored = async (
  store: EventStore,
  lines: AsyncIterable<string>,
): Promise<string | undefined> => {
  let page: readonly Recorded[] = [];
  let index = 0;
  for await (const line of lines) {
    index += 1;
    if (line === '') continue;
    const { number, hash } = parse(line, index);
    const first = page[0]?.revision ?? 0;
    if (number < first || number >= first + page.length) {
      page = await store.readStream(SEAL_STREAM, { from: number, limit: PAGE });
    }
    const recorded = page[number - (page[0]?.revision ?? 0)];
    if (recorded === undefined) {
      return `Seal ${number} was anchored with the hash ${hash}, and is not in the log.`;
    }
    const entry = recordedEntry(recorded);
    const loggedHash = entryHash(entry);
    if (loggedHash === hash) continue;
    const covers =
      entry.type === 'SealWritten' ? `, which covers ${entry.data.from} to ${entry.data.to},` : '';
    return (
      `Seal ${number} at position ${recorded.position}${covers} was rewritten with the seal key: ` +
      `its hash is ${loggedHash}, and it was anchored with ${hash}.`
    );
  }
  return undefined;
};

/**
 * Returns `seal <number> <hash>` for this line of the anchor, if the log lacks that seal or has it with another hash.
 * @throws UnreadableAnchor, and as `recordedEntry` and `EventStore.readStream`
 */
export const findMissingSeal = async (
  store: EventStore,
  line: string,
): Promise<string | undefined> => {
  const { number, hash } = parse(line, 1);
  const [recorded] = await store.readStream(SEAL_STREAM, { from: number, limit: 1 });
  const isThere = recorded !== undefined && entryHash(recordedEntry(recorded)) === hash;
  return isThere ? undefined : `seal ${number} ${hash}`;
};
