import { causeText, useRecordTexts } from '#/web/i18n/record-texts.ts';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import type { Attempt } from './investigation-queries.ts';
import { useInvestigationTexts } from './investigation-texts.ts';

/** The calls to the acquirer, oldest first. */
export const Attempts = ({ attempts }: { readonly attempts: readonly Attempt[] }) => {
  const texts = useInvestigationTexts();
  return (
    <Card title={texts.attempts} note={texts.attemptsNote}>
      {attempts.length === 0 && <p className="text-ink-muted">{texts.noAttempts}</p>}
      {attempts.map((attempt) => (
        <OneAttempt key={attempt.attemptId} attempt={attempt} />
      ))}
    </Card>
  );
};

const OneAttempt = ({ attempt }: { readonly attempt: Attempt }) => {
  const texts = useInvestigationTexts();
  const record = useRecordTexts();
  const { dateTime, dateTimeExact } = useFormats();
  const { operation, ordinal, merchantAccount, credential, cause, endedAt, lookUps } = attempt;
  const { lastAt = null, lastFailure = null } = lookUps ?? {};
  return (
    <KeyValues title={texts.attempt(texts.operations[operation], ordinal)}>
      <KeyValue name={texts.outcome}>
        {texts.outcomes[attempt.outcome]}
        {cause !== null && ` · ${causeText(cause, record)}`}
      </KeyValue>
      {endedAt !== null && <KeyValue name={texts.outcomeAt}>{dateTime(endedAt)}</KeyValue>}
      <KeyValue name={texts.begunAt}>{dateTimeExact(attempt.at)}</KeyValue>
      <KeyValue name={texts.deadline}>{dateTimeExact(attempt.deadline)}</KeyValue>
      <KeyValue name={texts.merchantAccount}>
        {[attempt.providerLabel, merchantAccount].filter(Boolean).join(' · ')}
      </KeyValue>
      <KeyValue name={texts.credential}>{credential ?? '—'}</KeyValue>
      <KeyValue name={texts.ourReference}>{attempt.reference}</KeyValue>
      <KeyValue name={texts.lookUps}>{lookUps?.times ?? texts.outcomes.UNKNOWN}</KeyValue>
      {lastAt !== null && <KeyValue name={texts.lastLookUp}>{dateTime(lastAt)}</KeyValue>}
      {lastFailure !== null && (
        <KeyValue name={texts.lastFailure}>
          {dateTime(lastFailure.at)} · {causeText(lastFailure.cause, record)}
        </KeyValue>
      )}
    </KeyValues>
  );
};
