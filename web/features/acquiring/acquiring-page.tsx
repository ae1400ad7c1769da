import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Acquiring } from '#/api/contract/acquiring.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Page } from '#/web/ui/page.tsx';
import { SkeletonLines } from '#/web/ui/states.tsx';
import { Tabs } from '#/web/ui/tabs.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { useAcquiringTexts } from './acquiring-texts.ts';
import { acquiringQuery } from './acquiring-queries.ts';
import { RoutesTab } from './routes-tab.tsx';

const AcquirersTab = lazy(() => import('./acquirers-tab.tsx'));

interface AcquiringPageProps {
  /** Undefined: the platform's routes. */
  readonly sellerId: string | undefined;
  readonly onSeller: (sellerId: string | undefined) => void;
  /** False for staff who may not see sales: they enter a seller's id instead. */
  readonly listsSellers: boolean;
}

/** The routes of payments, and the platform's accounts at acquirers. */
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

/** The form of routes stays mounted in its tab, so that the user can look up an acquirer's health while editing. */
const Acquirers = (props: AcquiringPageProps & { readonly acquiring: Acquiring }) => {
  const texts = useAcquiringTexts();
  const { common } = useUiTexts();
  return (
    <div className="min-w-0 overflow-clip rounded-lg border border-line bg-surface shadow-card">
      <Tabs
        label={texts.tabs}
        tabs={[
          { value: 'routes', label: texts.routesTab, content: <RoutesTab {...props} /> },
          {
            value: 'acquirers',
            label: texts.acquirersTab,
            content: (
              <Suspense fallback={<SkeletonLines count={8} label={common.loading} />}>
                <AcquirersTab acquiring={props.acquiring} />
              </Suspense>
            ),
          },
        ]}
      />
    </div>
  );
};
