import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, type ReactNode } from 'react';
import { formatDocument } from '#/domain/brazil/document.ts';
import type { StoredValue } from '#/web/lib/stored-value.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { Page } from '#/web/ui/page.tsx';
import { SkeletonLines } from '#/web/ui/states.tsx';
import { useAlive } from '#/web/ui/hooks/use-alive.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { DetailsForm } from './details-form.tsx';
import { RegistrationBadge, RegistrationCause } from './receiver-badges.tsx';
import type { StoredInput } from './receiver-draft.ts';
import { ownReceiverQuery, type OwnReceiver } from './receiver-queries.ts';
import { useReceiverTexts } from './receiver-texts.ts';
import { Allowed } from './allowed.tsx';

// Lazy: the form can be read without the documents.
const Documents = lazy(async () => ({
  default: (await import('./documents.tsx')).Documents,
}));

interface MyReceiverProps {
  /** Unsaved input in the tab; undefined: none is shown or stored. */
  readonly stored: StoredValue<StoredInput> | undefined;
  /** Further content below. */
  readonly children: ReactNode;
}

/** The seller's registration at acquirers. */
export const MyReceiver = ({ stored, children }: MyReceiverProps) => {
  const texts = useReceiverTexts();
  const { common } = useUiTexts();
  // Documents are shown after hydration: the server does not wait for lazy code, and a file chosen before would be lost.
  const isAlive = useAlive();
  const result = useQuery(ownReceiverQuery);
  const loading = <SkeletonLines count={10} label={common.loading} />;
  return (
    <Page title={texts.title} note={texts.note}>
      <Answer query={result} lines={10}>
        {(receiver) => (
          <div className="grid items-start gap-4 grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
            <Card title={texts.details} note={texts.detailsNote}>
              <DetailsForm
                details={receiver.details}
                revision={receiver.revision}
                documentType={receiver.documentType ?? 'CPF'}
                stored={stored}
              />
            </Card>
            <div className="grid gap-4 *:min-w-0">
              <Allowed lacksApproval={receiver.lacksApproval} />
              <Identity receiver={receiver} />
              <Card title={texts.documents} note={texts.documentsNote}>
                {isAlive ? (
                  <Suspense fallback={loading}>
                    <Documents checklist={receiver.checklist} />
                  </Suspense>
                ) : (
                  loading
                )}
              </Card>
              <Registrations registrations={receiver.registrations} />
            </div>
          </div>
        )}
      </Answer>
      {children}
    </Page>
  );
};

const Identity = ({ receiver }: { readonly receiver: OwnReceiver }) => {
  const texts = useReceiverTexts();
  const { date } = useFormats();
  const { name, document, email, acceptedTerms } = receiver;
  return (
    <Card title={texts.who}>
      <KeyValues>
        <KeyValue name={texts.name}>{name ?? texts.erased}</KeyValue>
        <KeyValue name={texts.document}>
          {document === null ? texts.erased : formatDocument(document)}
        </KeyValue>
        <KeyValue name={texts.email}>{email ?? texts.erased}</KeyValue>
        {acceptedTerms !== null && (
          <KeyValue name={texts.terms}>
            {texts.acceptedTerms(acceptedTerms.version, date(acceptedTerms.at))}
          </KeyValue>
        )}
      </KeyValues>
    </Card>
  );
};

const Registrations = ({ registrations }: Pick<OwnReceiver, 'registrations'>) => {
  const texts = useReceiverTexts();
  return (
    <Card title={texts.registrations}>
      {registrations.length === 0 ? (
        <p className="text-ink-muted">{texts.noRegistrations}</p>
      ) : (
        <ul className="grid gap-2">
          {registrations.map(({ provider, label, status, text, cause }) => (
            <li key={provider}>
              <div className="flex items-center justify-between gap-2">
                <span className="font-medium">{label}</span>
                <RegistrationBadge status={status} />
              </div>
              <RegistrationCause text={text} cause={cause} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
};
