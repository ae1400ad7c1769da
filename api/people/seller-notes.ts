import type { Caller } from '#/api/auth/caller.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { pageFromEnd } from '#/api/http/paging.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { actorKindOf } from '#/domain/values/actor.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { notes } from '#/domain/notes/decider.ts';
import { decode } from '#/ledger/codec.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import { loadSeller } from './load-seller.ts';
import { loadAuthorEmails } from './staff-emails.ts';

/** @returns position @throws Refused `subject/erased`, Rejected as `loadSeller` */
export const writeSellerNote = async (
  core: Core,
  caller: Pick<Caller, 'platformId'>,
  { sellerId, text }: ParsedInputOf<'admin.writeSellerNote'>,
  by: KeyedContext,
): Promise<string> => {
  const { handler, vault, now } = core;
  const stream = streamOf('notes', sellerId);
  const recorded = await handler.load(notes, stream);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const { details } = (await loadSeller(core, caller, sellerId)).state;
  const { platformId, contact } = details;
  if ((await vault.decrypt(contact)) === undefined) throw new Refused('subject/erased');
  const note = await vault.encrypt(contact.subject, contact.class, text);
  const command = { type: 'WriteNote', platformId, text: note, now: now() } as const;
  const context = { ...by, correlation: sellerId };
  return writtenAt(await handler.handle(notes, stream, command, context, recorded));
};

export const isByManager = (actor: string): boolean => actorKindOf(actor) === 'manager';

/** Lists the notes on a seller, the last first. */
export const listSellerNotes = async (
  core: Core,
  { sellerId, ...paging }: ParsedInputOf<'admin.listSellerNotes'>,
): Promise<OutputOf<'admin.listSellerNotes'>> => {
  const stream = streamOf('notes', sellerId);
  const { revision = -1 } = await core.handler.load(notes, stream);
  const { from, end, nextCursor } = pageFromEnd(revision + 1, paging);
  const read = end === 0 ? [] : await core.store.readStream(stream, { from, limit: end - from });
  const noteEvents = read.toReversed().flatMap((each) => {
    const event = decode(each);
    return event.type === 'SellerNoteWritten' ? [event] : [];
  });
  const [authors, texts] = await Promise.all([
    loadAuthorEmails(
      core,
      noteEvents.map(({ meta }) => meta.actor),
    ),
    core.vault.openMany<string>(noteEvents.map(({ data }) => data.text)),
  ]);
  const items = noteEvents.map(({ revision: number, data: { at }, meta }, index) => ({
    number,
    text: texts[index] ?? null,
    at,
    author: isByManager(meta.actor) ? ('MANAGER' as const) : ('STAFF' as const),
    by: authors.get(meta.actor) ?? null,
  }));
  const position = (await core.store.head()) ?? '';
  return { items, nextCursor, position };
};
