import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Withdrawal } from '#/api/contract/seller.ts';
import { classNames } from '#/web/ui/style/class-names.ts';
import { causeText, useRecordTexts } from '#/web/i18n/record-texts.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Empty } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { withdrawalsQuery } from './finance-queries.ts';
import { WithdrawBadge } from './withdraw-badge.tsx';

/** The element to which the page scrolls after a new withdrawal. */
export const WITHDRAWALS_ID = 'withdrawals';

export const Withdrawals = () => {
  const { finance } = useTexts();
  const result = useInfiniteQuery(withdrawalsQuery);
  return (
    <div id={WITHDRAWALS_ID} className="scroll-mt-16">
      <Card title={finance.withdrawals}>
        <Answer query={result} lines={5} height="h-16">
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items);
            if (items.length === 0) {
              return <Empty title={finance.noWithdrawals} text={finance.noWithdrawalsText} />;
            }
            return (
              <>
                <ul className="-my-2 divide-y divide-line">
                  {items.map((item) => (
                    <WithdrawalItem key={item.withdrawalId} item={item} />
                  ))}
                </ul>
                {result.hasNextPage && (
                  <Button
                    className="mt-4 w-full"
                    pending={result.isFetchingNextPage}
                    onClick={() => void result.fetchNextPage()}
                  >
                    {finance.moreWithdrawals}
                  </Button>
                )}
              </>
            );
          }}
        </Answer>
      </Card>
    </div>
  );
};

const WithdrawalItem = ({ item }: { readonly item: Withdrawal }) => {
  const { finance, common } = useTexts();
  const { money, dateTime } = useFormats();
  const record = useRecordTexts();
  const isOver = item.concludedAt !== null;
  const kind = Object.entries(finance.keyType).find(([type]) => type === item.pixType)?.[1];
  return (
    <li className="flex items-start justify-between gap-3 py-2.5">
      <div className="min-w-0">
        <p className="truncate font-medium">
          {kind ?? item.pixType}
          {item.pixKey !== null && <span className="ml-1.5 text-ink-muted">{item.pixKey}</span>}
        </p>
        <p className="text-xs text-ink-faint tabular-nums">
          {dateTime(item.concludedAt ?? item.requestedAt)} · {finance.fee} {money(item.fee)}
        </p>
        {item.endToEndId !== null && (
          <CopyField
            value={item.endToEndId}
            label={common.copy(finance.endToEnd)}
            copiedLabel={common.copied}
            className="text-ink-faint"
          />
        )}
        {item.cause !== null && (
          <p className={classNames('text-xs', isOver ? 'text-negative' : 'text-ink-muted')}>
            {causeText(item.cause, record)}
          </p>
        )}
        {item.text !== null && <p className="text-xs break-words text-ink-muted">“{item.text}”</p>}
      </div>
      <div className="grid shrink-0 justify-items-end gap-1">
        <p className="font-medium tabular-nums">{money(item.net)}</p>
        <WithdrawBadge {...item} />
        {item.status === 'APPROVED' && (
          <Link
            to="/platform/financial"
            search={{ receipt: item.withdrawalId }}
            className="inline-flex min-h-6 items-center text-xs font-medium text-accent hover:underline"
          >
            {finance.receipt}
          </Link>
        )}
      </div>
    </li>
  );
};
