import type { Decider, EventOf } from '#/domain/aggregates/aggregate.ts';
import type { NotesCommand } from './commands.ts';
import type { notesEvents } from './events.ts';

export type NotesEvent = EventOf<typeof notesEvents>;

/** The notes of staff and managers on one seller, whose id the stream has. Notes are added, not changed. */
export const notes: Decider<NotesCommand, NotesEvent, null> = {
  category: 'notes',
  initial: null,
  decide: ({ platformId, text, now: at }) => [
    { type: 'SellerNoteWritten', data: { platformId, text, at } },
  ],
  evolve: (state) => state,
};
