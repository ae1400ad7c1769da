import { z } from 'zod';
import type { Decider } from './decider.ts';
import { Refused } from './errors.ts';
import type { Category } from './ids.ts';
import { timestampSchema, type Timestamp } from './time.ts';

/**
 * Catalogue, people and settings change the way money does: Created, Revised (whole, so any past moment can be read from
 * one event) and Archived. A record's events are named after it: `ProductCreated`, `ProductRevised`, `ProductArchived`.
 */
export const recordFact = <Details extends z.ZodType>(details: Details) =>
  z.strictObject({ details, at: timestampSchema });

export const archivedFact = z.strictObject({ at: timestampSchema });

export type RecordEvent<Names extends RecordNames, Details> =
  | {
      readonly type: Names['created'] | Names['revised'];
      readonly data: { readonly details: Details; readonly at: Timestamp };
    }
  | { readonly type: Names['archived']; readonly data: { readonly at: Timestamp } };

export interface RecordNames {
  readonly created: string;
  readonly revised: string;
  readonly archived: string;
}

export type RecordCommand<Details> =
  | { readonly type: 'Create' | 'Revise'; readonly details: Details; readonly now: Timestamp }
  | { readonly type: 'Archive'; readonly now: Timestamp };

export type RecordState<Details> =
  | { readonly status: 'ABSENT' }
  | { readonly status: 'ACTIVE' | 'ARCHIVED'; readonly details: Details };

/** Yields nothing when a revision changes nothing, so a repeated form post leaves no trace. */
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const recordDecider = <const Names extends RecordNames, Details>(
  category: Category,
  names: Names,
): Decider<RecordCommand<Details>, RecordEvent<Names, Details>, RecordState<Details>> => ({
  category,
  initial: { status: 'ABSENT' },
  evolve: (state, event) => {
    if ('details' in event.data) return { status: 'ACTIVE', details: event.data.details };
    return state.status === 'ABSENT' ? state : { status: 'ARCHIVED', details: state.details };
  },
  decide: (command, state) => {
    const at = command.now;
    switch (command.type) {
      case 'Create':
        if (state.status === 'ABSENT') {
          return [{ type: names.created, data: { details: command.details, at } }];
        }
        if (state.status === 'ACTIVE' && same(state.details, command.details)) return [];
        throw new Refused('record/already-exists');
      case 'Revise':
        if (state.status === 'ABSENT') throw new Refused('record/not-found');
        if (state.status === 'ACTIVE' && same(state.details, command.details)) return [];
        return [{ type: names.revised, data: { details: command.details, at } }];
      case 'Archive':
        if (state.status === 'ABSENT') throw new Refused('record/not-found');
        return state.status === 'ARCHIVED' ? [] : [{ type: names.archived, data: { at } }];
    }
  },
});

/** The details of a live record. @throws Refused `record/not-found` or `record/archived` */
export const activeDetails = <Details>(state: RecordState<Details>): Details => {
  if (state.status === 'ABSENT') throw new Refused('record/not-found');
  if (state.status === 'ARCHIVED') throw new Refused('record/archived');
  return state.details;
};
