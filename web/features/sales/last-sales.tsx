import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Empty } from '#/web/ui/states.tsx';
import { lastSalesQuery } from './sale-queries.ts';
import { SaleStatus } from './sale-status.tsx';
import { useTexts } from '#/web/i18n/texts.ts';

/** The seller's last sales; each links to its details. */
export const LastSales = () => {
  const { dashboard, sales, method } = useTexts();
  const { money, dateTime } = useFormats();
  const result = useQuery(lastSalesQuery);
  return (
    <Card
      flush
      title={dashboard.lastSales}
      action={
        <Link to="/platform/my-sales" className="font-medium text-accent hover:underline">
          {dashboard.seeAll}
        </Link>
      }
    >
      <div className="px-4 pb-2">
        <Answer query={result} lines={8} height="h-15">
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
                        <span className="block font-medium">{sale.title}</span>
                        <span className="block text-xs text-ink-faint">
                          {method[sale.method]} · {dateTime(sale.requestedAt)}
                        </span>
                      </span>
                      <span className="flex shrink-0 flex-col-reverse items-end gap-1 sm:flex-row sm:items-center sm:gap-3">
                        <SaleStatus sale={sale} />
                        <span className="min-w-24 text-right font-semibold">
                          {money(sale.amount)}
                        </span>
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
