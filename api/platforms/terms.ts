import type { ParsedInputOf } from '#/api/contract/contract.ts';
import type { Core } from '#/api/composition/core.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { streamOf } from '#/domain/values/ids.ts';
import {
  platform,
  platformTerms,
  type PlatformDetails,
  type PlatformTerms,
} from '#/domain/platform/platform.ts';
import { activeDetails, detailsToChange } from '#/domain/aggregates/record.ts';
import { showLimits } from './limits.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';

/** Returns the terms with their fields in a fixed order, so that terms can be compared. */
export const termsOf = ({
  name,
  fees,
  clearingDays,
  installments,
  expiry,
  withdrawals,
  maintenance = { notice: '' },
}: PlatformDetails): Required<PlatformTerms> => ({
  name,
  fees,
  clearingDays,
  installments,
  expiry,
  withdrawals,
  maintenance,
});

/** @throws Refused `record/…` */
export const loadTerms = async ({ handler }: Core, platformId: string) => {
  const recorded = await handler.load(platform, streamOf('platform', platformId));
  const { state } = recorded;
  const details = activeDetails(state);
  const { revision, changedAt } =
    state.status === 'ABSENT' ? { revision: 0, changedAt: '' } : state;
  const limits = showLimits(details.setup);
  return { terms: termsOf(details), limits, revision, changedAt, position: writtenAt(recorded) };
};

/** Changes the platform's terms for later payments and withdrawals. @returns position @throws Refused `record/…` */
export const reviseTerms = async (
  { handler, now }: Core,
  { terms, basedOn }: ParsedInputOf<'admin.revisePlatformTerms'>,
  by: KeyedContext,
): Promise<string> => {
  const stream = streamOf('platform', by.platform);
  const recorded = await handler.load(platform, stream);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const { maintenance, ...parsed } = platformTerms.parse(terms);
  const { maintenance: _, ...before } = detailsToChange(recorded.state, basedOn);
  const hasNotice = maintenance !== undefined && maintenance.notice !== '';
  const details = { ...before, ...parsed, ...(hasNotice && { maintenance }) };
  const command = { type: 'Revise', details, basedOn, now: now() } as const;
  const context = { ...by, correlation: by.platform };
  return writtenAt(await handler.handle(platform, stream, command, context));
};
