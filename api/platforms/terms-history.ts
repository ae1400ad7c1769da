import type { PlatformChange } from '#/api/contract/platform-settings.ts';
import type { Core } from '#/api/composition/core.ts';
import { listChanges } from '#/api/people/record-changes.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { decode } from '#/ledger/codec.ts';
import { termsOf } from './terms.ts';

/** Changes of other settings are left out. */
export const listTermsChanges = async (
  core: Core,
  platformId: string,
): Promise<PlatformChange[]> => {
  const recorded = await core.store.readStream(streamOf('platform', platformId));
  const revisions = recorded.flatMap((each) => {
    const event = decode(each);
    if (event.type !== 'PlatformCreated' && event.type !== 'PlatformRevised') return [];
    const { details, at } = event.data;
    return [{ revision: each.revision, at, actor: event.meta.actor, shown: termsOf(details) }];
  });
  return listChanges(core, revisions);
};
