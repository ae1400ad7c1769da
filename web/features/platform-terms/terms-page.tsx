import { useQuery } from '@tanstack/react-query';
import { Answer } from '#/web/ui/answer.tsx';
import { Page } from '#/web/ui/page.tsx';
import { Tabs, type Tab } from '#/web/ui/tabs.tsx';
import { TermsForm } from './terms-form.tsx';
import { TermsHistory } from './terms-history.tsx';
import { termsQuery } from './terms-queries.ts';
import { useTermsTexts } from './terms-texts.ts';

interface TermsPageProps {
  /** Tabs with other settings. */
  readonly more: readonly Tab[];
}

/** The platform's terms, with example sales and history. */
export const TermsPage = ({ more }: TermsPageProps) => {
  const texts = useTermsTexts();
  const result = useQuery(termsQuery);
  return (
    <Page title={texts.title} note={texts.note}>
      <Answer query={result} lines={12}>
        {(saved) => (
          <div className="min-w-0 overflow-clip rounded-lg border border-line bg-surface shadow-card">
            <Tabs
              label={texts.tabs}
              tabs={[
                { value: 'terms', label: texts.termsTab, content: <TermsForm saved={saved} /> },
                { value: 'history', label: texts.historyTab, content: <TermsHistory /> },
                ...more,
              ]}
            />
          </div>
        )}
      </Answer>
    </Page>
  );
};
