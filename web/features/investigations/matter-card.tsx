import { causeText, useRecordTexts } from '#/web/i18n/record-texts.ts';
import { useTexts, translateCode } from '#/web/i18n/texts.ts';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import type { Investigation, Matter } from './investigation-queries.ts';
import { useInvestigationTexts } from './investigation-texts.ts';
import { ProposeButton } from './propose-button.tsx';

/** A question about the case: what the acquirer answered, and a button to propose a resolution while none is proposed. */
export const MatterCard = ({
  found,
  matter,
}: {
  readonly found: Investigation;
  readonly matter: Matter;
}) => {
  const texts = useInvestigationTexts();
  const record = useRecordTexts();
  const { investigations } = useTexts();
  const { money, dateTime } = useFormats();
  const { said } = matter;
  const canPropose = found.proposal === null;
  const acquirerIdText = found.kind === 'REGISTRATION' ? texts.receiverThere : texts.transaction;
  return (
    <Card title={investigations.causes[matter.cause]}>
      <KeyValues title={texts.answered}>
        {matter.amount !== null && (
          <KeyValue name={texts.inQuestion}>{money(matter.amount)}</KeyValue>
        )}
        {said.status !== null && (
          <KeyValue name={texts.saidStatus}>{translateCode(texts.statuses, said.status)}</KeyValue>
        )}
        {said.amount !== null && <KeyValue name={texts.saidAmount}>{money(said.amount)}</KeyValue>}
        {said.transactionId !== null && (
          <KeyValue name={acquirerIdText}>{said.transactionId}</KeyValue>
        )}
        {said.cause !== null && (
          <KeyValue name={texts.reason}>{causeText(said.cause, record)}</KeyValue>
        )}
        <KeyValue name={texts.since}>{dateTime(matter.since)}</KeyValue>
      </KeyValues>
      {canPropose && <ProposeButton name={found} matter={matter} />}
    </Card>
  );
};
