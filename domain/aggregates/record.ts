import { z } from 'zod';
import type { Decider } from './aggregate.ts';
import { Refused } from '#/domain/errors/refused.ts';
import type { Category } from '#/domain/values/ids.ts';
import { timestampSchema, type Timestamp } from '#/domain/values/time.ts';

const recordFact = <Details extends z.ZodType>(details: Details) =>
  z.strictObject({ details, at: timestampSchema });

const archivedFact = z.strictObject({ at: timestampSchema });

type RecordEvents<Name extends string, Details extends z.ZodType> = {
  readonly [Type in `${Name}Created` | `${Name}Revised`]: ReturnType<typeof recordFact<Details>>;
} & { readonly [Type in `${Name}Archived`]: typeof archivedFact };

type RecordEvent<Name extends string, Details> =
  | {
      readonly type: `${Name}Created` | `${Name}Revised`;
      readonly data: { readonly details: Details; readonly at: Timestamp };
    }
  | { readonly type: `${Name}Archived`; readonly data: { readonly at: Timestamp } };

interface BasedChange {
  /** The revision on which the change is based. The change is refused at any other revision. Absent = not checked. */
  readonly basedOn?: number;
  readonly now: Timestamp;
}

export type RecordCommand<Details> =
  | { readonly type: 'Create'; readonly details: Details; readonly now: Timestamp }
  | (BasedChange & { readonly type: 'Revise'; readonly details: Details })
  /**
   * Sets the details again: also those of an archived record, by one event, so that a crash cannot half do it. The same details are a new
   * revision if `basedOn` is the last one.
   */
  | (BasedChange & { readonly type: 'RestoreAs'; readonly details: Details })
  | (BasedChange & { readonly type: 'Archive' });

export type RecordState<Details> =
  | { readonly status: 'ABSENT' }
  | {
      readonly status: 'ACTIVE' | 'ARCHIVED';
      readonly details: Details;
      /** 0 = as created; one more with each change. */
      readonly revision: number;
      readonly changedAt: Timestamp;
    };

/** Compares details, so that a repeated form post yields no event. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** @throws Refused `record/changed-meanwhile`, with the revision on record and its time */
const requireBasis = <Details>(
  { basedOn }: BasedChange,
  state: Exclude<RecordState<Details>, { readonly status: 'ABSENT' }>,
): void => {
  const { revision, changedAt } = state;
  if (basedOn === undefined || basedOn === revision) return;
  throw new Refused('record/changed-meanwhile', { revision, changedAt });
};

/**
 * @throws Refused when the details may not be recorded
 * @param before undefined for a new record
 */
type RequireValid<Details> = (details: Details, before: Details | undefined) => void;

const recordDecider = <Name extends string, Details>(
  category: Category,
  name: Name,
  requireValid: RequireValid<Details>,
): Decider<RecordCommand<Details>, RecordEvent<Name, Details>, RecordState<Details>> => ({
  category,
  initial: { status: 'ABSENT' },
  evolve: (state, event) => {
    const revision = state.status === 'ABSENT' ? 0 : state.revision + 1;
    const changedAt = event.data.at;
    if ('details' in event.data) {
      return { status: 'ACTIVE', details: event.data.details, revision, changedAt };
    }
    return state.status === 'ABSENT'
      ? state
      : { ...state, status: 'ARCHIVED', revision, changedAt };
  },
  decide: (command, state) => {
    const at = command.now;
    switch (command.type) {
      case 'Create':
        if (state.status === 'ABSENT') {
          requireValid(command.details, undefined);
          return [{ type: `${name}Created`, data: { details: command.details, at } }];
        }
        if (state.status === 'ACTIVE' && isSame(state.details, command.details)) return [];
        throw new Refused('record/already-exists');
      case 'Revise':
      case 'RestoreAs': {
        if (state.status === 'ABSENT') throw new Refused('record/not-found');
        const isChanged = !isSame(state.details, command.details);
        const isSetAgain = command.type === 'RestoreAs' && command.basedOn === state.revision;
        if (state.status === 'ACTIVE' && !isChanged && !isSetAgain) return [];
        requireBasis(command, state);
        // `Revise` restores an archived record only with its own details (people.133).
        if (state.status === 'ARCHIVED' && isChanged && command.type === 'Revise')
          throw new Refused('record/archived');
        if (isChanged) requireValid(command.details, state.details);
        return [{ type: `${name}Revised`, data: { details: command.details, at } }];
      }
      case 'Archive':
        if (state.status === 'ABSENT') throw new Refused('record/not-found');
        if (state.status === 'ARCHIVED') return [];
        requireBasis(command, state);
        return [{ type: `${name}Archived`, data: { at } }];
    }
  },
});

/** Defines an aggregate of the catalogue, people or settings. Its events contain all details. */
export const defineRecord = <Of extends Category, Schema extends z.ZodType>(
  category: Of,
  details: Schema,
  requireValid: RequireValid<z.output<Schema>> = () => undefined,
): {
  readonly decider: Decider<
    RecordCommand<z.output<Schema>>,
    RecordEvent<Capitalize<Of>, z.output<Schema>>,
    RecordState<z.output<Schema>>
  >;
  readonly events: RecordEvents<Capitalize<Of>, Schema>;
} => {
  const name = `${category.slice(0, 1).toUpperCase()}${category.slice(1)}` as Capitalize<Of>;
  const fact = recordFact(details);
  return {
    decider: recordDecider(category, name, requireValid),
    events: {
      [`${name}Created`]: fact,
      [`${name}Revised`]: fact,
      [`${name}Archived`]: archivedFact,
    } as RecordEvents<Capitalize<Of>, Schema>,
  };
};

/**
 * Returns the details of a record that a person wants to change.
 * @param basedOn the revision that the person saw; undefined = not checked
 * @throws Refused `record/changed-meanwhile` if `state` is older than `basedOn`; `record/not-found` or `record/archived`
 */
export const detailsToChange = <Details>(
  state: RecordState<Details>,
  basedOn: number | undefined,
): Details => {
  const details = activeDetails(state);
  if (state.status !== 'ABSENT' && basedOn !== undefined && state.revision < basedOn) {
    const { revision, changedAt } = state;
    throw new Refused('record/changed-meanwhile', { revision, changedAt });
  }
  return details;
};

/** @throws Refused `record/not-found` or `record/archived` */
export const activeDetails = <Details>(state: RecordState<Details>): Details => {
  if (state.status === 'ABSENT') throw new Refused('record/not-found');
  if (state.status === 'ARCHIVED') throw new Refused('record/archived');
  return state.details;
};
