import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { StatementLine } from '#/api/contract/seller.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { dayInBrazil, shiftMonth } from '#/web/ui/fields/day-range.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Empty } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';

import { statementQuery } from './finance-queries.ts';
import { explainEntry, balanceChangeOf, totalOf } from './statement-line.ts';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';

interface StatementProps {
  readonly month: string;
  readonly onMonth: (month: string) => void;
}

/** A month's statement: the newest line first, each with the balances after it. */
export const Statement = ({ month, onMonth }: StatementProps) => {
  const { finance } = useTexts();
  const result = useInfiniteQuery(statementQuery(month));
  return (
    <Card
      flush
      title={finance.statement}
      note={finance.statementNote}
      action={<MonthPicker month={month} onMonth={onMonth} />}
    >
      <div className="px-4 pb-4">
        <Answer query={result} lines={12} height="h-14">
          {({ pages }) => {
            const lines = pages.flatMap(({ items }) => items);
            const first = pages[0];
            if (lines.length === 0 || !first) {
              return <Empty title={finance.noLines} text={finance.noLinesText} />;
            }
            return (
              <>
                <StatementTable lines={lines} opening={first.opening} closing={first.closing} />
                {result.hasNextPage && (
                  <Button
                    className="mt-3 w-full"
                    pending={result.isFetchingNextPage}
                    onClick={() => void result.fetchNextPage()}
                  >
                    {finance.moreLines}
                  </Button>
                )}
              </>
            );
          }}
        </Answer>
      </div>
    </Card>
  );
};

const MonthPicker = ({ month, onMonth }: StatementProps) => {
  const { finance } = useTexts();
  const formats = useFormats();
  const isCurrent = month >= dayInBrazil(new Date()).slice(0, 7);
  return (
    <div className="flex items-center gap-1">
      <Button
        kind="quiet"
        size="icon"
        aria-label={finance.previousMonth}
        onClick={() => onMonth(shiftMonth(month, -1))}
      >
        <ChevronLeft aria-hidden className="size-4" />
      </Button>
      <span aria-live="polite" className="min-w-32 text-center font-medium first-letter:uppercase">
        {formats.month(month)}
      </span>
      <Button
        kind="quiet"
        size="icon"
        aria-label={finance.nextMonth}
        disabled={isCurrent}
        onClick={() => onMonth(shiftMonth(month, 1))}
      >
        <ChevronRight aria-hidden className="size-4" />
      </Button>
    </div>
  );
};

interface Balances {
  readonly pending: number;
  readonly available: number;
  readonly held: number;
}

interface StatementTableProps {
  readonly lines: readonly StatementLine[];
  readonly opening: Balances;
  readonly closing: Balances;
}

const FIGURE = 'px-3 text-right whitespace-nowrap tabular-nums last:pr-0';
/** Phones show the balances under the line. */
const BALANCE = `${FIGURE} max-md:hidden`;

const StatementTable = ({ lines, opening, closing }: StatementTableProps) => {
  const { finance } = useTexts();
  const balances = [finance.available, finance.pending, finance.held];
  return (
    <ScrollArea label={finance.statement}>
      <table className="w-full text-left">
        <thead>
          <tr className="h-9 border-b border-line text-xs whitespace-nowrap text-ink-faint">
            <th scope="col" className="font-medium">
              {finance.entry}
            </th>
            <th scope="col" className={`font-medium max-md:pr-0 ${FIGURE}`}>
              {finance.change}
            </th>
            {balances.map((heading) => (
              <th key={heading} scope="col" className={`font-medium ${BALANCE}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <BalanceRow name={finance.closing} balances={closing} />
          {lines.map((line) => (
            <LineRow key={line.sequence} line={line} />
          ))}
          <BalanceRow name={finance.opening} balances={opening} />
        </tbody>
      </table>
    </ScrollArea>
  );
};

const BalanceRow = ({ name, balances }: { readonly name: string; readonly balances: Balances }) => {
  const { money } = useFormats();
  return (
    <tr className="h-10 border-b border-line bg-canvas font-semibold last:border-0">
      <th scope="row" className="px-2 py-1 font-semibold">
        {name}
        <BalancesBelow balances={balances} />
      </th>
      <td className={`${FIGURE} max-md:pr-0`}>{money(totalOf(balances))}</td>
      <td className={BALANCE}>{money(balances.available)}</td>
      <td className={BALANCE}>{money(balances.pending)}</td>
      <td className={BALANCE}>{money(balances.held)}</td>
    </tr>
  );
};

const BalancesBelow = ({ balances }: { readonly balances: Balances }) => {
  const { finance } = useTexts();
  const { money } = useFormats();
  return (
    <p className="text-xs font-normal text-ink-faint tabular-nums md:hidden">
      {finance.available}: {money(balances.available)}
    </p>
  );
};

const toneOf = (moved: number): string => {
  if (moved === 0) return 'text-ink-faint';
  return moved < 0 ? 'text-negative' : 'text-positive';
};

const LineRow = ({ line }: { readonly line: StatementLine }) => {
  const { finance, sales, common } = useTexts();
  const formats = useFormats();
  const { money, change, dateTime } = formats;
  const moved = balanceChangeOf(line);
  return (
    <tr className="h-13 border-b border-line">
      <td className="py-2 pr-3 md:min-w-56">
        <p className="font-medium">
          {finance.kind[line.kind]}
          {line.paymentId !== null && (
            <Link
              to="/platform/my-sales"
              search={{ open: line.paymentId }}
              className="ml-2 text-xs font-medium text-accent hover:underline"
              aria-label={common.open(`${sales.title} ${line.paymentId}`)}
            >
              {line.paymentId.slice(0, 8)}
            </Link>
          )}
        </p>
        <p className="text-xs text-ink-faint">
          {dateTime(line.at)} · {explainEntry(line, finance, formats)}
        </p>
        <BalancesBelow balances={line} />
      </td>
      <td className={`${FIGURE} font-medium max-md:pr-0 ${toneOf(moved)}`}>
        {moved === 0 ? common.none : change(moved)}
      </td>
      <td className={BALANCE}>{money(line.available)}</td>
      <td className={`${BALANCE} text-ink-muted`}>{money(line.pending)}</td>
      <td className={`${BALANCE} text-ink-muted`}>{money(line.held)}</td>
    </tr>
  );
};
