import type { SalesSummary } from '#/api/contract/sales.ts';
import { Card } from '#/web/ui/card.tsx';
import { BarList } from '#/web/ui/charts/bar-list.tsx';
import { ChartFrame } from '#/web/ui/charts/chart-frame.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { ratioOf } from './summary.ts';

interface WithSummary {
  readonly summary: SalesSummary;
}

/** The approved amount of each payment method, with the approved share of its payments. */
export const Methods = ({ summary: { methods } }: WithSummary) => {
  const { dashboard, method: methodTexts, common } = useTexts();
  const { money, count, percent } = useFormats();
  const sorted = methods.toSorted((a, b) => b.approvedAmount - a.approvedAmount);
  const rateText = (approved: number, requested: number) => {
    const part = ratioOf(approved, requested);
    return part === undefined ? '' : dashboard.approvalRate(percent(part));
  };
  return (
    <ChartFrame
      title={dashboard.methods}
      texts={common}
      table={{
        headings: [dashboard.methods, dashboard.requested, dashboard.count, dashboard.amount],
        rows: sorted.map((method) => [
          methodTexts[method.method],
          count(method.requestedCount),
          count(method.approvedCount),
          money(method.approvedAmount),
        ]),
      }}
    >
      <BarList
        whole={sorted.reduce((sum, { approvedAmount }) => sum + approvedAmount, 0)}
        bars={sorted.map((method) => ({
          key: method.method,
          label: methodTexts[method.method],
          value: method.approvedAmount,
          text: money(method.approvedAmount),
          note: rateText(method.approvedCount, method.requestedCount),
        }))}
      />
    </ChartFrame>
  );
};

/** How many PIX codes were generated, and how many of them paid. */
export const PixGeneratedAndPaid = ({ summary: { methods } }: WithSummary) => {
  const { dashboard } = useTexts();
  const { count, percent } = useFormats();
  const pix = methods.find(({ method }) => method === 'PIX');
  const generated = pix?.requestedCount ?? 0;
  const paid = pix?.approvedCount ?? 0;
  const part = ratioOf(paid, generated);
  return (
    <Card title={dashboard.pix}>
      <BarList
        whole={generated}
        bars={[
          {
            key: 'generated',
            label: dashboard.pixGenerated,
            value: generated,
            text: count(generated),
          },
          { key: 'paid', label: dashboard.pixPaid, value: paid, text: count(paid) },
        ]}
      />
      <p className="mt-4 text-ink-muted">
        {part === undefined ? dashboard.noPix : dashboard.pixRate(percent(part))}
      </p>
    </Card>
  );
};

export const TopProducts = ({ summary: { topProducts, methods } }: WithSummary) => {
  const { dashboard } = useTexts();
  const { money } = useFormats();
  return (
    <Card title={dashboard.topProducts}>
      {topProducts.length === 0 ? (
        <p className="text-ink-muted">{dashboard.noSales}</p>
      ) : (
        <BarList
          whole={methods.reduce((sum, { approvedAmount }) => sum + approvedAmount, 0)}
          bars={topProducts.slice(0, 5).map((product) => ({
            key: product.productId,
            label: product.title,
            value: product.amount,
            text: money(product.amount),
            note: dashboard.sales(product.count),
          }))}
        />
      )}
    </Card>
  );
};
