import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTexts, translateCode } from '#/web/i18n/texts.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { Page } from '#/web/ui/page.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { Attempts } from './attempts.tsx';
import { investigationQuery, type CaseName, type Investigation } from './investigation-queries.ts';
import { useInvestigationTexts } from './investigation-texts.ts';
import { MatterCard } from './matter-card.tsx';
import { ProposalCard } from './proposal-card.tsx';

interface InvestigationDetailProps {
  readonly name: CaseName;
  /** A link to the list. */
  readonly back: ReactNode;
}

/** The request to the acquirer, its answers, and what staff propose. */
export const InvestigationDetail = ({ name, back }: InvestigationDetailProps) => {
  const { investigations } = useTexts();
  const result = useQuery(investigationQuery(name));
  return (
    <Page
      title={`${investigations.kinds[name.kind]} ${name.id.slice(0, 8)}`}
      note={investigations.title}
      actions={back}
    >
      <Answer query={result} lines={10}>
        {(found) => <Found found={found} />}
      </Answer>
    </Page>
  );
};

const Found = ({ found }: { readonly found: Investigation }) => {
  const texts = useInvestigationTexts();
  const { matters, proposal } = found;
  const proposedMatter = matters.find(({ key }) => key === proposal?.matter);
  return (
    <div className="grid items-start gap-4 grid-cols-[minmax(0,1fr)] lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <Facts found={found} />
      <div className="grid gap-4 *:min-w-0 lg:row-span-2">
        {matters.length === 0 && (
          <Card>
            <Empty title={texts.nothingTitle} text={texts.nothingText} />
          </Card>
        )}
        {proposal && proposedMatter && (
          <ProposalCard found={found} matter={proposedMatter} proposal={proposal} />
        )}
        {matters.map((matter) => (
          <MatterCard key={matter.key} found={found} matter={matter} />
        ))}
      </div>
      {/* On a phone the attempts come after what is to be decided. */}
      <Attempts attempts={found.attempts} />
    </div>
  );
};

const Facts = ({ found }: { readonly found: Investigation }) => {
  const texts = useInvestigationTexts();
  const { investigations } = useTexts();
  const { money, dateTime } = useFormats();
  const { asked, paymentId } = found;
  const acquirerIdText = found.kind === 'REGISTRATION' ? texts.receiverThere : texts.transaction;
  return (
    <Card title={texts.facts}>
      <KeyValues>
        <KeyValue name={texts.id}>{found.id}</KeyValue>
        {found.amount !== null && <KeyValue name={texts.amount}>{money(found.amount)}</KeyValue>}
        <KeyValue name={investigations.acquirer}>{found.providerLabel}</KeyValue>
        <KeyValue name={investigations.seller}>{found.sellerName ?? '—'}</KeyValue>
        <KeyValue name={texts.method}>{translateCode(texts.methods, asked.method)}</KeyValue>
        <KeyValue name={texts.status}>{translateCode(texts.statuses, asked.status)}</KeyValue>
        <KeyValue name={acquirerIdText}>{asked.transactionId ?? '—'}</KeyValue>
        <KeyValue name={texts.askedAt}>{dateTime(asked.at)}</KeyValue>
      </KeyValues>
      {paymentId !== null && (
        <Link
          to="/admin-root/manage-sales"
          search={{ open: paymentId }}
          className="mt-4 inline-block font-medium text-accent hover:underline"
        >
          {texts.seeSale}
        </Link>
      )}
    </Card>
  );
};
