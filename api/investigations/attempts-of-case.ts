import type { Services } from '#/api/composition/api-services.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { listAttempts, type AttemptOnRecord } from '#/domain/acquiring/attempts-on-record.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { decode, type RecordedEvent } from '#/ledger/codec.ts';
import type { Case, CaseName } from './case.ts';
import type { LookUpsOfAttempt } from './look-ups.ts';

type ShownAttempt = OutputOf<'admin.getInvestigation'>['attempts'][number];

const streamOfCase = ({ kind, id }: CaseName, { sellerId }: Case): string => {
  switch (kind) {
    case 'PAYMENT':
      return streamOf('payment', id);
    case 'REFUND':
      return streamOf('refund', id);
    case 'WITHDRAWAL':
      return streamOf('withdrawal', id);
    case 'REGISTRATION':
      return streamOf('receiver', sellerId);
  }
};

/** Whether an event is of the case: a seller's registrations share one stream. */
const isOfCase = ({ kind, id }: CaseName, { data }: RecordedEvent): boolean =>
  kind !== 'REGISTRATION' || ('registrationId' in data && data.registrationId === id);

type LookUpsByAttempt = ReadonlyMap<string, LookUpsOfAttempt>;

/**
 * Sums the look-ups of an attempt and of later ones: a look-up is stored with the last attempt of its operation, but asks about the earlier
 * attempts in the same account too.
 */
const lookUpsSince = (
  attempt: AttemptOnRecord,
  attempts: readonly AttemptOnRecord[],
  lookUps: LookUpsByAttempt,
): NonNullable<ShownAttempt['lookUps']> => {
  const since = attempts
    .slice(attempts.indexOf(attempt))
    .filter(
      ({ operation, call }) =>
        operation === attempt.operation &&
        call.provider === attempt.call.provider &&
        call.merchantAccount === attempt.call.merchantAccount,
    )
    .flatMap(({ call }) => lookUps.get(call.attemptId) ?? []);
  const failures = since.flatMap(({ lastFailure }) => lastFailure ?? []);
  return {
    times: since.reduce((sum, { times }) => sum + times, 0),
    lastAt:
      since
        .map(({ lastAt }) => lastAt)
        .toSorted()
        .at(-1) ?? null,
    lastFailure: failures.toSorted((a, b) => (a.at < b.at ? -1 : 1)).at(-1) ?? null,
  };
};

/** Lists the calls for a case from its events, with the look-ups that the read-back stored about each. */
export const listAttemptsOfCase = async (
  { core, acquirers, logger }: Pick<Services, 'core' | 'acquirers' | 'logger'>,
  name: CaseName,
  loadedCase: Case,
): Promise<readonly ShownAttempt[]> => {
  const recorded = (await core.store.readStream(streamOfCase(name, loadedCase))).map(decode);
  const attempts = listAttempts(recorded.filter((event) => isOfCase(name, event)));
  const reading = core.lookUps.find(attempts.map(({ call }) => call.attemptId));
  // No decision depends on the look-ups, so the case is shown also without them.
  const lookUps = await reading.catch((error: unknown) => {
    logger.error({ err: error }, 'the notes about look-ups cannot be read');
  });
  return attempts.map((attempt) => {
    const { operation, call, outcome, cause, endedAt } = attempt;
    const { attemptId, ordinal, provider, deadline, at } = call;
    return {
      attemptId,
      operation,
      ordinal,
      providerLabel: acquirers.labelOf(provider),
      merchantAccount: call.merchantAccount ?? null,
      credential: call.credential ?? null,
      reference: name.id,
      at,
      deadline,
      outcome,
      cause,
      endedAt,
      lookUps: lookUps ? lookUpsSince(attempt, attempts, lookUps) : null,
    };
  });
};
