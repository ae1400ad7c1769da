import type { PlatformChange } from '#/api/contract/platform-settings.ts';
import type { Core } from '#/api/composition/core.ts';
import { listChanges } from '#/api/people/record-changes.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { decode } from '#/ledger/codec.ts';

export const listOnboardingChanges = async (
  core: Core,
  platformId: string,
): Promise<PlatformChange[]> => {
  const recorded = await core.store.readStream(streamOf('onboarding', platformId));
  const revisions = recorded.flatMap((each) => {
    const event = decode(each);
    if (event.type !== 'OnboardingCreated' && event.type !== 'OnboardingRevised') return [];
    const { at, details } = event.data;
    const { registration, termsOfUse } = details;
    const shown = { registration, termsOfUse };
    return [{ revision: each.revision, at, actor: event.meta.actor, shown }];
  });
  return listChanges(core, revisions);
};
