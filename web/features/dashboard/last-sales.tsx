import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { Empty } from '#/web/ui/states.tsx';
import { SaleStatus } from '#/web/ui/status-badge.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { lastSalesQuery } from './dashboard-queries.ts';

/** The newest sales, each a way into its details. */
export const LastSales = () => {
  const { dashboard, sales, method } = useTexts();
  const { money, dateTime } = useFormats();
  const result = useQuery(lastSalesQuery);
  return (
    <Card
      flush
      title={dashboard.lastSales}
      action={
        <Link to="/platform/my-sales" className="text-xs font-medium text-accent hover:underline">
          {dashboard.seeAll}
        </Link>
      }
      className="lg:col-span-2"
    >
      <div className="px-4 pb-2">
        <Answer query={result} lines={8}>
          {({ items }) =>
            items.length === 0 ? (
              <Empty title={sales.emptyTitle} text={sales.emptyText} />
            ) : (
              <ul className="divide-y divide-line">
                {items.map((sale) => (
                  <li key={sale.paymentId}>
                    <Link
                      to="/platform/my-sales"
                      search={{ open: sale.paymentId }}
                      className="-mx-2 flex items-center gap-3 rounded-sm px-2 py-2.5 hover:bg-canvas"
                    >
                      <span className="min-w-0 flex-1">
                        <span className="block truncate font-medium">{sale.title}</span>
                        <span className="block truncate text-xs text-ink-faint">
                          {method[sale.method]} · {dateTime(sale.requestedAt)}
                        </span>
                      </span>
                      <SaleStatus sale={sale} />
                      <span className="w-24 text-right font-medium tabular-nums">
                        {money(sale.amount)}
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            )
          }
        </Answer>
      </div>
    </Card>
  );
};
