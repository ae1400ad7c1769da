import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { isByManager } from '#/api/people/seller-notes.ts';
import { loadAuthorEmails } from '#/api/people/staff-emails.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { notes } from '#/domain/notes/decider.ts';
import { decode } from '#/ledger/codec.ts';

/** Notes in one read, including notes of staff. */
const BATCH = 100;

/** Reads managers' notes backwards. @param end revision before which the page begins */
const readOwn = async (
  { store }: Pick<Core, 'store'>,
  stream: string,
  end: number,
  limit: number,
) => {
  const ownNotes = [];
  let before = end;
  while (before > 0 && ownNotes.length <= limit) {
    const from = Math.max(0, before - BATCH);
    const read = await store.readStream(stream, { from, limit: before - from });
    for (const event of read.toReversed().map(decode))
      if (event.type === 'SellerNoteWritten' && isByManager(event.meta.actor)) ownNotes.push(event);
    before = from;
  }
  return { shown: ownNotes.slice(0, limit), isMore: ownNotes.length > limit };
};

/** Lists the notes of managers on a seller, the last first. The caller checks that the seller is in the portfolio. */
export const listOwnNotes = async (
  core: Core,
  { sellerId, cursor, limit }: ParsedInputOf<'manager.listSellerNotes'>,
): Promise<OutputOf<'manager.listSellerNotes'>> => {
  const stream = streamOf('notes', sellerId);
  const { revision = -1 } = await core.handler.load(notes, stream);
  const end = Math.min(cursor ?? revision + 1, revision + 1);
  const { shown, isMore } = await readOwn(core, stream, end, limit);
  const [authors, texts] = await Promise.all([
    loadAuthorEmails(
      core,
      shown.map(({ meta }) => meta.actor),
    ),
    core.vault.openMany<string>(shown.map(({ data }) => data.text)),
  ]);
  const items = shown.map(({ revision: number, data: { at }, meta }, index) => ({
    number,
    text: texts[index] ?? null,
    at,
    by: authors.get(meta.actor) ?? null,
  }));
  const last = items.at(-1);
  const nextCursor = isMore && last !== undefined ? String(last.number) : null;
  return { items, nextCursor, position: (await core.store.head()) ?? '' };
};
