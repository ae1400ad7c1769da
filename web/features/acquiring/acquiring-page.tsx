import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Acquiring } from '#/api/contract/acquiring.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { LeaveGuard } from '#/web/ui/leave-guard.tsx';
import { Page } from '#/web/ui/page.tsx';
import { Tabs } from '#/web/ui/tabs.tsx';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { AcquirersTab } from './acquirers-tab.tsx';
import { acquiringQuery } from './acquiring-queries.ts';
import type { RoutesDraft } from './route-draft.ts';
import { RoutesTab } from './routes-tab.tsx';

interface AcquiringPageProps {
  /** The seller whose routes are shown; undefined = the platform's routes. */
  readonly sellerId: string | undefined;
  readonly onSeller: (sellerId: string | undefined) => void;
  /** Staff who may not see sales get no list of sellers, and enter an id. */
  readonly listsSellers: boolean;
}

/** The routes of payments to acquirers, and the platform's accounts there. */
export const AcquiringPage = (props: AcquiringPageProps) => {
  const texts = useAcquiringTexts();
  const result = useQuery(acquiringQuery);
  return (
    <Page title={texts.title} note={texts.text}>
      <Answer query={result} lines={10}>
        {(acquiring) => <Acquirers {...props} acquiring={acquiring} />}
      </Answer>
    </Page>
  );
};

interface UnsavedRoutes {
  readonly sellerId: string | undefined;
  readonly draft: RoutesDraft;
}

/** Holds the unsaved draft above the tabs, so that the user can look up an acquirer's health while editing. */
const Acquirers = (props: AcquiringPageProps & { readonly acquiring: Acquiring }) => {
  const { acquiring, sellerId } = props;
  const texts = useAcquiringTexts();
  const [unsaved, setUnsaved] = useState<UnsavedRoutes>();
  const draft = unsaved && unsaved.sellerId === sellerId ? unsaved.draft : undefined;
  const onDraft = (next: RoutesDraft | undefined) => setUnsaved(next && { sellerId, draft: next });
  return (
    <div className="min-w-0 overflow-clip rounded-lg border border-line bg-surface shadow-card">
      <Tabs
        label={texts.tabs}
        tabs={[
          {
            value: 'routes',
            label: texts.routesTab,
            content: <RoutesTab {...props} draft={draft} onDraft={onDraft} />,
          },
          {
            value: 'acquirers',
            label: texts.acquirersTab,
            content: <AcquirersTab acquiring={acquiring} />,
          },
        ]}
      />
      <LeaveGuard hasUnsaved={draft !== undefined} />
    </div>
  );
};
