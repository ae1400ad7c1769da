import type { Draft } from '#/web/lib/drafts.ts';
import { fieldsOf, groupNames, type Group, type ReceiverValues } from './receiver-fields.ts';

/** Unsaved input, as the browser stores it. */
export interface StoredInput {
  readonly typed: Draft;
  /** What the user had seen in the same fields, before others changed them. */
  readonly seen: Draft;
}

type Texts = Readonly<Record<string, string>>;

const textsIn = (values: ReceiverValues, group: Group): Texts => values[group];

/** The typed fields that differ from the saved ones, by path (`address.city`). */
export const draftIn = (saved: ReceiverValues, typed: ReceiverValues): Draft =>
  Object.fromEntries(
    groupNames.flatMap((group) => {
      const [before, now] = [textsIn(saved, group), textsIn(typed, group)];
      return fieldsOf(group)
        .filter(({ name }) => (now[name] ?? '') !== (before[name] ?? ''))
        .map(({ name }) => [`${group}.${name}`, now[name] ?? '']);
    }),
  );

/** Returns the saved values with the draft's over them. Ignores draft fields that the form does not have, and values other than text. */
export const withDraft = (saved: ReceiverValues, draft: Draft): ReceiverValues =>
  Object.fromEntries(
    groupNames.map((group) => {
      const texts = fieldsOf(group).map(({ name }) => {
        const typed: unknown = draft[`${group}.${name}`];
        return [name, typeof typed === 'string' ? typed : (textsIn(saved, group)[name] ?? '')];
      });
      return [group, Object.fromEntries(texts)];
    }),
  ) as ReceiverValues;

/**
 * What is to be stored of the form's values; undefined if all of them are saved.
 * @param seen the saved values as the user had seen them, before others changed them
 */
export const storedInputOf = (
  saved: ReceiverValues,
  typed: ReceiverValues,
  seen = saved,
): StoredInput | undefined => {
  const input = { typed: draftIn(saved, typed), seen: draftIn(typed, seen) };
  return isEmpty(input.typed) ? undefined : input;
};

export const isEmpty = (draft: Draft): boolean => Object.keys(draft).length === 0;
