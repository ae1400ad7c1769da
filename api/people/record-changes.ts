import type { PlatformChange } from '#/api/contract/platform-settings.ts';
import type { Core } from '#/api/composition/core.ts';
import { platformAuthorOf } from '#/api/people/author-of.ts';
import { loadAuthorEmails } from '#/api/people/staff-emails.ts';
import { changedBetween, fieldsOf, type Fields } from '#/domain/aggregates/changed-fields.ts';

const MOST_SHOWN = 100;

interface Revision {
  readonly revision: number;
  readonly at: string;
  readonly actor: string;
  /** What is compared with the revision before. */
  readonly shown: object;
}

/** Lists who changed what, the last change first. Revisions in which nothing shown changed are left out. */
export const listChanges = async (
  core: Core,
  revisions: readonly Revision[],
): Promise<PlatformChange[]> => {
  let before: Fields = new Map();
  const changes = revisions.flatMap(({ shown, ...revision }) => {
    const after = fieldsOf(shown);
    const fields = changedBetween(before, after);
    before = after;
    return fields.length === 0 ? [] : [{ ...revision, fields }];
  });
  const last = changes.toReversed().slice(0, MOST_SHOWN);
  const authors = await loadAuthorEmails(
    core,
    last.map(({ actor }) => actor),
  );
  return last.map(({ actor, ...change }) => ({
    ...change,
    author: platformAuthorOf(actor),
    by: authors.get(actor) ?? null,
  }));
};
