import {
  fieldsOf,
  groupNames,
  type FieldKey,
  type FieldName,
  type Group,
  type ReceiverValues,
} from './receiver-fields.ts';
import { withDraft } from './receiver-draft.ts';

type Texts = Readonly<Record<string, string>>;

const textsIn = (values: ReceiverValues, group: Group): Texts => values[group];

/** A changed field. */
export interface DetailChange {
  readonly path: FieldKey;
  readonly group: Group;
  readonly name: FieldName;
  readonly before: string;
  readonly after: string;
}

/** The changed fields, in the order of the page. */
export const changesBetween = (
  before: ReceiverValues,
  after: ReceiverValues,
): readonly DetailChange[] =>
  groupNames.flatMap((group) => {
    const [old, now] = [textsIn(before, group), textsIn(after, group)];
    return fieldsOf(group)
      .map(({ name }) => ({
        path: `${group}.${name}` as FieldKey,
        group,
        name,
        before: old[name] ?? '',
        after: now[name] ?? '',
      }))
      .filter((change) => change.before !== change.after);
  });

/** The details as they were before these changes, of which the oldest comes first. */
export const withoutChanges = (
  now: ReceiverValues,
  changes: readonly DetailChange[],
): ReceiverValues =>
  changes.reduceRight((details, { path, before }) => withDraft(details, { [path]: before }), now);
