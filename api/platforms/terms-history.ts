import type { PlatformChange } from '#/api/contract/platform-settings.ts';
import type { Core } from '#/api/composition/core.ts';
import { platformAuthorOf } from '#/api/people/author-of.ts';
import { loadAuthorNames } from '#/api/people/staff-names.ts';
import { changedBetween, fieldsOf, type Fields } from '#/domain/aggregates/changed-fields.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import { decode } from '#/ledger/codec.ts';
import { termsOf } from './terms.ts';

const MOST_SHOWN = 100;

interface Revision {
  readonly revision: number;
  readonly at: string;
  readonly actor: string;
  readonly details: PlatformDetails;
}

const revisionsOf = async ({ store }: Core, platformId: string): Promise<readonly Revision[]> => {
  const recorded = await store.readStream(streamOf('platform', platformId));
  return recorded.flatMap((each) => {
    const event = decode(each);
    if (event.type !== 'PlatformCreated' && event.type !== 'PlatformRevised') return [];
    const { details, at } = event.data;
    return [{ revision: each.revision, at, actor: event.meta.actor, details }];
  });
};

/** The last change first; other settings are left out. */
export const listTermsChanges = async (
  core: Core,
  platformId: string,
): Promise<PlatformChange[]> => {
  let before: Fields = new Map();
  const found = (await revisionsOf(core, platformId)).flatMap(({ details, ...made }) => {
    const after = fieldsOf(termsOf(details));
    const fields = changedBetween(before, after);
    before = after;
    return fields.length === 0 ? [] : [{ ...made, fields }];
  });
  const shown = found.toReversed().slice(0, MOST_SHOWN);
  const authors = await loadAuthorNames(
    core,
    shown.map(({ actor }) => actor),
  );
  return shown.map(({ actor, ...change }) => ({
    ...change,
    author: platformAuthorOf(actor),
    by: authors.get(actor) ?? null,
  }));
};
