import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { formatDocument } from '#/domain/brazil/document.ts';
import { formatPhone } from '#/domain/brazil/phone.ts';
import { formatPostalCode } from '#/domain/brazil/postal-code.ts';
import { useBasis } from '#/web/lib/use-basis.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { Page } from '#/web/ui/page.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { Checklist } from './checklist.tsx';
import { DocumentViewer } from './document-viewer.tsx';
import { reviewedReceiverQuery, type ReviewedReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { receiverValues } from './receiver-form.ts';
import { useReviewTexts } from './review-texts.ts';
import type { ReviewedDetails } from './reviewed-basis.ts';
import { Registrations, type MayOpenCases, type MayRegister } from './registrations.tsx';

// Lazy: few sellers edit while staff read.
const DetailsMeanwhile = lazy(() => import('./details-meanwhile.tsx'));

interface ReceiverReviewProps extends MayRegister, MayOpenCases {
  readonly sellerId: string;
  /** A link to the list. */
  readonly back: ReactNode;
}

/** One seller's files, data and registrations. */
export const ReceiverReview = ({
  sellerId,
  mayRegister,
  mayOpenCases,
  back,
}: ReceiverReviewProps) => {
  const { documentValidation } = useTexts();
  const result = useQuery(reviewedReceiverQuery(sellerId));
  const title = result.data?.name ?? sellerId;
  return (
    <Page title={title} note={documentValidation.title} actions={back}>
      <Answer query={result} lines={10}>
        {(receiver) => (
          <>
            <DocumentViewer checklist={receiver.checklist} onStale={() => void result.refetch()} />
            <div className="grid items-start gap-4 grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
              <Checklist {...receiver} />
              <Decisions
                key={sellerId}
                receiver={receiver}
                mayRegister={mayRegister}
                mayOpenCases={mayOpenCases}
              />
            </div>
          </>
        )}
      </Answer>
    </Page>
  );
};

interface DecisionsProps extends MayRegister, MayOpenCases {
  readonly receiver: ReviewedReceiver;
}

/** The seller's registrations and details, and what was changed in the details meanwhile. */
const Decisions = ({ receiver, mayRegister, mayOpenCases }: DecisionsProps) => {
  const basis = useBasis<ReviewedDetails>(receiver);
  const { saved, previous } = basis;
  return (
    <div className="grid gap-4 *:min-w-0">
      <Registrations
        {...receiver}
        basis={basis}
        mayRegister={mayRegister}
        mayOpenCases={mayOpenCases}
      />
      {previous && (
        <Suspense>
          <DetailsMeanwhile
            who="reviewer"
            before={receiverValues(previous.details)}
            now={receiverValues(saved.details)}
            documentType={saved.documentType ?? 'CPF'}
          />
        </Suspense>
      )}
      <Claims receiver={receiver} />
    </div>
  );
};

type Details = NonNullable<ReviewedReceiver['details']>;

const addressText = (address: Details['address']): string =>
  [
    `${address.address}, ${address.number}`,
    address.complement,
    address.district,
    `${address.city}/${address.state}`,
    formatPostalCode(address.zipCode),
  ]
    .filter((part) => part !== undefined)
    .join(' · ');

const accountText = ({ bankAccount }: Details): string => {
  const { bankCode, branchNumber, branchDigit, accountNumber, accountDigit } = bankAccount;
  const branch = branchDigit === '' ? branchNumber : `${branchNumber}-${branchDigit}`;
  return `${bankCode} · ${branch} · ${accountNumber}-${accountDigit}`;
};

const Claims = ({ receiver }: { readonly receiver: ReviewedReceiver }) => {
  const texts = useReceiverTexts();
  const review = useReviewTexts();
  const { name, document, email, details } = receiver;
  return (
    <Card title={texts.details}>
      <KeyValues>
        <KeyValue name={texts.name}>{name ?? texts.erased}</KeyValue>
        <KeyValue name={texts.document}>
          {document === null ? texts.erased : formatDocument(document)}
        </KeyValue>
        <KeyValue name={texts.email}>{email ?? texts.erased}</KeyValue>
      </KeyValues>
      {details ? <DetailClaims details={details} /> : <p className="mt-4">{review.noDetails}</p>}
    </Card>
  );
};

const DetailClaims = ({ details }: { readonly details: Details }) => {
  const { fields, groups, accountTypes } = useReceiverTexts();
  const { money } = useFormats();
  return (
    <>
      <KeyValues title={groups.business}>
        <KeyValue name={fields.phone}>{formatPhone(details.phone)}</KeyValue>
        <KeyValue name={groups.address}>{addressText(details.address)}</KeyValue>
        <KeyValue name={groups.bank}>{accountText(details)}</KeyValue>
        <KeyValue name={fields.accountType}>
          {accountTypes[details.bankAccount.accountType]}
        </KeyValue>
        <KeyValue name={fields.monthlyRevenue}>{money(details.monthlyRevenue)}</KeyValue>
        <KeyValue name={fields.description}>{details.description}</KeyValue>
      </KeyValues>
      {details.person && (
        <KeyValues title={groups.person.CPF}>
          <PersonClaims person={details.person} />
        </KeyValues>
      )}
      {details.partners?.map((partner) => (
        <KeyValues key={partner.document} title={groups.partner}>
          <KeyValue name={fields.name}>{partner.name}</KeyValue>
          <KeyValue name={fields.document}>{formatDocument(partner.document)}</KeyValue>
          <KeyValue name={fields.email}>{partner.email}</KeyValue>
          <KeyValue name={fields.phone}>{formatPhone(partner.phone)}</KeyValue>
          <KeyValue name={fields.monthlyIncome}>{money(partner.monthlyIncome)}</KeyValue>
          <PersonClaims person={partner} />
          <KeyValue name={groups.home}>{addressText(partner.address)}</KeyValue>
        </KeyValues>
      ))}
    </>
  );
};

const PersonClaims = ({ person }: { readonly person: NonNullable<Details['person']> }) => {
  const { fields } = useReceiverTexts();
  const [year, month, day] = person.birthdate.split('-');
  return (
    <>
      <KeyValue name={fields.birthdate}>{`${day}/${month}/${year}`}</KeyValue>
      <KeyValue name={fields.occupation}>{person.occupation}</KeyValue>
      {person.motherName !== undefined && (
        <KeyValue name={fields.motherName}>{person.motherName}</KeyValue>
      )}
    </>
  );
};
