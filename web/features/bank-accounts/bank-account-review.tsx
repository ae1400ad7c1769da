import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDocument } from '#/domain/brazil/document.ts';
import { causeText, useRecordTexts } from '#/web/i18n/record-texts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { Page } from '#/web/ui/page.tsx';
import { StatusBadge } from './bank-accounts-columns.tsx';
import { bankAccountQuery, type OpenedDestination } from './bank-accounts-queries.ts';
import { useBankAccountsTexts } from './bank-accounts-texts.ts';
import { Decision } from './decision.tsx';
import { HolderCard } from './holder-card.tsx';

interface BankAccountReviewProps {
  readonly destinationId: string;
  /** A link to the list. */
  readonly back: ReactNode;
  readonly toSeller: (sellerId: string) => ReactNode;
}

/** A destination for staff to decide, beside those to which the seller is paid now. */
export const BankAccountReview = ({ destinationId, back, toSeller }: BankAccountReviewProps) => {
  const texts = useBankAccountsTexts();
  const result = useQuery(bankAccountQuery(destinationId));
  const { seller } = result.data ?? {};
  return (
    <Page
      title={seller ? (seller.name ?? seller.sellerId) : texts.title}
      note={texts.title}
      actions={
        <div className="flex flex-wrap gap-2">
          {seller && toSeller(seller.sellerId)}
          {back}
        </div>
      }
    >
      <Answer query={result} lines={10}>
        {(opened) => (
          <>
            <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
              <Before opened={opened} />
              <Card title={texts.after}>
                <Facts destination={opened} />
                <Decision key={opened.destinationId} opened={opened} />
              </Card>
            </div>
            <HolderCard opened={opened} />
            <p className="text-xs text-ink-faint">{texts.seen}</p>
          </>
        )}
      </Answer>
    </Page>
  );
};

interface OfOpened {
  readonly opened: OpenedDestination;
}

/** Where the seller is paid now; PIX keys without approval are listed below. */
const Before = ({ opened: { others } }: OfOpened) => {
  const texts = useBankAccountsTexts();
  const approved = others.filter(({ status }) => status === 'APPROVED');
  const unapproved = others.filter(({ status }) => status !== 'APPROVED');
  return (
    <Card title={texts.before}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {approved.length === 0 && <p className="text-ink-muted">{texts.beforeNone}</p>}
        {approved.map((destination) => (
          <Facts key={destination.destinationId} destination={destination} />
        ))}
        {unapproved.length > 0 && (
          <details>
            <summary className="mb-2 font-medium">{texts.others}</summary>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
              {unapproved.map((destination) => (
                <Facts key={destination.destinationId} destination={destination} />
              ))}
            </div>
          </details>
        )}
      </div>
    </Card>
  );
};

type Shown = OpenedDestination['others'][number];

const Facts = ({ destination }: { readonly destination: Shown }) => {
  const texts = useBankAccountsTexts();
  const record = useRecordTexts();
  const { finance } = useTexts();
  const { dateTime } = useFormats();
  const { status, pixType, pixKey, holder, reason, approvedAt, withdrawalId, cause } = destination;
  return (
    <KeyValues>
      <KeyValue name={texts.kind}>{finance.keyType[pixType]}</KeyValue>
      <KeyValue name={texts.key}>
        <span className="font-medium break-all">{pixKey ?? texts.erased}</span>
      </KeyValue>
      <KeyValue name={texts.holder}>{holder?.name ?? texts.erased}</KeyValue>
      <KeyValue name={texts.document}>
        {holder ? formatDocument(holder.document) : texts.erased}
      </KeyValue>
      <KeyValue name={texts.status}>
        <StatusBadge status={status} />
      </KeyValue>
      <KeyValue name={texts.declaredAt}>{dateTime(destination.declaredAt)}</KeyValue>
      {approvedAt !== null && <KeyValue name={texts.approvedAt}>{dateTime(approvedAt)}</KeyValue>}
      {withdrawalId !== null && (
        <KeyValue name={<Badge tone="negative">{texts.suspendedBy}</Badge>}>
          <span className="font-mono text-xs break-all">{withdrawalId}</span>
        </KeyValue>
      )}
      {cause !== null && <KeyValue name={texts.cause}>{causeText(cause, record)}</KeyValue>}
      {reason !== null && <KeyValue name={texts.refused}>{reason}</KeyValue>}
    </KeyValues>
  );
};
