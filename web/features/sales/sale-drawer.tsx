import { useQuery } from '@tanstack/react-query';
import type { SaleDetail } from '#/api/contract/sales.ts';
import { Answer } from '#/web/ui/answer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { DetailDrawer } from './detail-drawer.tsx';
import { Tabs } from '#/web/ui/tabs.tsx';
import type { Tab } from '#/web/ui/tabs.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { SaleActions } from './sale-actions.tsx';
import { saleQuery } from './sale-queries.ts';
import type { Viewpoint } from './sale-queries.ts';
import { SaleSummary } from './sale-summary.tsx';
import { SaleTimeline } from './sale-timeline.tsx';

interface SaleDrawerProps extends DetailProps {
  readonly viewpoint: Viewpoint;
  /** Absent: true, as for sellers. */
  readonly mayRefund?: boolean;
  /** Further tabs, for staff with more rights. */
  readonly tabs?: (detail: SaleDetail) => readonly Tab[];
}

/** A sale: summary, timeline and actions. */
export const SaleDrawer = (props: SaleDrawerProps) => {
  const { viewpoint, mayRefund = true, tabs, ...detailProps } = props;
  const texts = useTexts();
  const result = useQuery(saleQuery(viewpoint, detailProps.id));
  return (
    <DetailDrawer
      {...detailProps}
      title={result.data?.sale.title ?? texts.sale.title}
      actions={
        result.data && (
          <SaleActions detail={result.data} viewpoint={viewpoint} mayRefund={mayRefund} />
        )
      }
    >
      <div className={result.data ? '' : 'p-5'}>
        <Answer query={result} lines={10}>
          {(detail) => (
            <Tabs
              key={detailProps.id}
              label={texts.sale.tabs}
              tabs={[
                {
                  value: 'summary',
                  label: texts.sale.summary,
                  content: <SaleSummary detail={detail} viewpoint={viewpoint} />,
                },
                {
                  value: 'timeline',
                  label: texts.sale.timeline,
                  content: <SaleTimeline entries={detail.timeline} />,
                },
                ...(tabs?.(detail) ?? []),
              ]}
            />
          )}
        </Answer>
      </div>
    </DetailDrawer>
  );
};
