import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#/api/contract/contract.ts';
import { useRecordTexts } from '#/web/i18n/record-texts.ts';
import { translateCode } from '#/web/i18n/texts.ts';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { parkedWorkQuery } from './investigation-queries.ts';
import { useInvestigationTexts } from './investigation-texts.ts';

type ParkedMoney = NonNullable<OutputOf<'admin.listParkedWork'>['items'][number]['money']>;

/** The money that a parked event is about: its amount, its acquirer, and the request to the acquirer. */
const Money = ({ money }: { readonly money: ParkedMoney }) => {
  const texts = useInvestigationTexts();
  const formats = useFormats();
  const { amount, currency, providerLabel, asked } = money;
  const parts = [
    amount !== null && formats.money(amount, currency ?? undefined),
    providerLabel,
    asked && translateCode(texts.methods, asked.method),
    asked && `${texts.askedAt} ${formats.dateTime(asked.at)}`,
    asked && `${texts.status}: ${translateCode(texts.statuses, asked.status)}`,
    asked?.transactionId && `${texts.transaction}: ${asked.transactionId}`,
  ];
  return <div>{parts.filter(Boolean).join(' · ')}</div>;
};

/** Events whose handling has failed for five minutes, and how many later events wait for each. */
export const ParkedWork = () => {
  const texts = useInvestigationTexts();
  const record = useRecordTexts();
  const { dateTime } = useFormats();
  const { items = [] } = useQuery(parkedWorkQuery).data ?? {};
  if (items.length === 0) return null;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pb-6 sm:px-6">
      <Card title={texts.parked} note={texts.parkedNote}>
        <KeyValues>
          {items.map(({ policy, event, subject, since, waiting, failure, money, ...marks }) => (
            <KeyValue
              key={`${policy} ${subject} ${since}`}
              name={event === null ? texts.parkedHidden : translateCode(record.event, event)}
            >
              {dateTime(since)} · {policy} · {subject} · {failure}
              {waiting > 0 && ` · ${texts.parkedWaiting(waiting)}`}
              {marks.isCut && ` · ${texts.parkedCut}`}
              {marks.isUnreadable && ` · ${texts.parkedUnreadable}`}
              {money && <Money money={money} />}
            </KeyValue>
          ))}
        </KeyValues>
      </Card>
    </div>
  );
};
