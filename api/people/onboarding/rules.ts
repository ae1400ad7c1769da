import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { onboarding, type OnboardingDetails } from '#/domain/onboarding/onboarding.ts';
import { platform } from '#/domain/platform/platform.ts';
import { decode } from '#/ledger/codec.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';

type Records = Pick<Core, 'handler'>;

/** A platform at which sellers may register. */
export interface OpenPlatform {
  readonly platformName: string;
  readonly termsOfUse: OnboardingDetails['termsOfUse'];
}

/**
 * Returns the platform if sellers may register there.
 * @param isInvited whether staff invited the person
 */
export const findOpen = async (
  { handler }: Records,
  platformId: string,
  isInvited = false,
): Promise<OpenPlatform | undefined> => {
  const { state } = await handler.load(onboarding, streamOf('onboarding', platformId));
  if (state.status !== 'ACTIVE') return undefined;
  const { registration, termsOfUse } = state.details;
  const isOpen = isInvited ? registration !== 'CLOSED' : registration === 'OPEN';
  const { state: owner } = await handler.load(platform, streamOf('platform', platformId));
  if (!isOpen || owner.status !== 'ACTIVE') return undefined;
  return { platformName: owner.details.name, termsOfUse };
};

/** @throws Refused `onboarding/closed` */
export const requireOpen = async (
  records: Records,
  platformId: string,
  isInvited: boolean,
): Promise<OpenPlatform> => {
  const open = await findOpen(records, platformId, isInvited);
  if (open === undefined) throw new Refused('onboarding/closed');
  return open;
};

export const loadOnboarding = async (
  { handler, store }: Pick<Core, 'handler' | 'store'>,
  platformId: string,
): Promise<OutputOf<'admin.getOnboarding'>> => {
  const recorded = await handler.load(onboarding, streamOf('onboarding', platformId));
  const { state } = recorded;
  if (state.status === 'ABSENT') {
    const position = (await store.head()) ?? '';
    return { rules: null, revision: null, changedAt: null, position };
  }
  const position = writtenAt(recorded);
  const { details, revision, changedAt } = state;
  const { registration, termsOfUse } = details;
  return { rules: { registration, termsOfUse }, revision, changedAt, position };
};

/** Versions are compared in this form: names that differ only in case, width or invisible characters are equal. */
const nameOf = (version: string): string =>
  version
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();

/** A version shows which text a seller accepted, so two texts must not have one version. @throws Refused `onboarding/version-taken` */
const requireOwnVersion = async (
  { store }: Pick<Core, 'store'>,
  stream: string,
  { version, text }: OnboardingDetails['termsOfUse'],
): Promise<void> => {
  const before = (await store.readStream(stream))
    .map(decode)
    .flatMap((event) =>
      event.type === 'OnboardingCreated' || event.type === 'OnboardingRevised'
        ? [event.data.details.termsOfUse]
        : [],
    );
  const isTaken = before.some(
    (each) => nameOf(each.version) === nameOf(version) && each.text !== text,
  );
  if (isTaken) throw new Refused('onboarding/version-taken');
};

/** @returns position @throws Refused `record/…`, `onboarding/version-taken` */
export const reviseOnboarding = async (
  { handler, store, now }: Pick<Core, 'handler' | 'store' | 'now'>,
  { rules, basedOn }: ParsedInputOf<'admin.reviseOnboarding'>,
  by: KeyedContext,
): Promise<string> => {
  const stream = streamOf('onboarding', by.platform);
  const recorded = await handler.load(onboarding, stream);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const details: OnboardingDetails = { platformId: by.platform, ...rules };
  await requireOwnVersion({ store }, stream, rules.termsOfUse);
  const command =
    basedOn === null
      ? ({ type: 'Create', details, now: now() } as const)
      : ({ type: 'Revise', details, basedOn, now: now() } as const);
  const context = { ...by, correlation: by.platform };
  return writtenAt(await handler.handle(onboarding, stream, command, context));
};
