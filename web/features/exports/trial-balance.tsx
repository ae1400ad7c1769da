import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { TrialBalanceLine } from '#/api/contract/admin.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { Currency } from '#/domain/values/money.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Empty } from '#/web/ui/states.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { trialBalanceQuery } from './export-queries.ts';
import type { ExportPeriod } from './export-queries.ts';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';

/** The trial balance (balancete): each account's balances, and whether debits equal credits. */
export const TrialBalance = ({ period }: { readonly period: ExportPeriod }) => {
  const { exports: texts } = useTexts();
  const result = useQuery(trialBalanceQuery(period));
  return (
    <Card
      flush
      title={texts.trialBalance}
      note={texts.trialBalanceText}
      action={result.data && <BalanceMark {...result.data} />}
    >
      <div className="px-4 pb-2">
        <Answer query={result} lines={8}>
          {(data) =>
            data.lines.length === 0 ? (
              <Empty title={texts.noAccounts} text={texts.noAccountsText} />
            ) : (
              <AccountTable {...data} />
            )
          }
        </Answer>
      </div>
    </Card>
  );
};

type Balances = Pick<OutputOf<'admin.getTrialBalance'>, 'lines' | 'totals'>;

const BalanceMark = ({ totals }: Pick<Balances, 'totals'>) => {
  const { exports: texts } = useTexts();
  const { money } = useFormats();
  const unbalanced = totals.find(({ debits, credits }) => debits !== credits);
  return unbalanced === undefined ? (
    <Badge tone="positive">
      <Check aria-hidden className="size-3.5" />
      {texts.balanced}
    </Badge>
  ) : (
    <Badge tone="negative">
      {texts.unbalanced(
        money(Math.abs(unbalanced.debits - unbalanced.credits), unbalanced.currency),
      )}
    </Badge>
  );
};

const FIGURE = 'pl-4 text-right whitespace-nowrap tabular-nums';

const AccountTable = ({ lines, totals }: Balances) => {
  const { exports: texts, common } = useTexts();
  const { money } = useFormats();
  const figures = [texts.opening, texts.debits, texts.credits, texts.closing];
  return (
    <ScrollArea label={texts.trialBalance}>
      <table className="w-full text-left">
        <thead>
          <tr className="h-9 border-b border-line text-xs whitespace-nowrap text-ink-faint">
            <th scope="col" className="font-medium">
              {texts.account}
            </th>
            <th scope="col" className="pl-4 font-medium">
              {texts.kindColumn}
            </th>
            {figures.map((heading) => (
              <th key={heading} scope="col" className={`font-medium ${FIGURE}`}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <AccountRow key={line.account} line={line} />
          ))}
        </tbody>
        <tfoot>
          {totals.map(({ currency, debits, credits }) => (
            <tr key={currency} className="h-10 border-t border-line-strong font-semibold">
              <th scope="row" colSpan={3} className="font-semibold">
                {common.total}
              </th>
              <td className={FIGURE}>{money(debits, currency)}</td>
              <td className={FIGURE}>{money(credits, currency)}</td>
              <td />
            </tr>
          ))}
        </tfoot>
      </table>
    </ScrollArea>
  );
};

/** The amount without a sign, and its side. A balance is credits less debits, so below zero it is a debit. */
const Balance = ({ value, currency }: { readonly value: number; readonly currency: Currency }) => {
  const { exports: texts } = useTexts();
  const { money } = useFormats();
  const { debit, credit } = texts.sides;
  return (
    <>
      {money(Math.abs(value), currency)}
      <span className="inline-block w-4 text-xs text-ink-faint">
        {value !== 0 && <abbr title={value < 0 ? debit : credit}>{value < 0 ? 'D' : 'C'}</abbr>}
      </span>
    </>
  );
};

const AccountRow = ({ line }: { readonly line: TrialBalanceLine }) => {
  const { exports: texts } = useTexts();
  const { money } = useFormats();
  const { account, kind, currency, opening, debits, credits, closing } = line;
  return (
    <tr className="h-10 border-b border-line last:border-0">
      <td className="font-mono text-xs whitespace-nowrap">{account}</td>
      <td className="pl-4 text-ink-muted">{texts.accountKind[kind]}</td>
      <td className={`${FIGURE} text-ink-muted`}>
        <Balance value={opening} currency={currency} />
      </td>
      <td className={FIGURE}>{money(debits, currency)}</td>
      <td className={FIGURE}>{money(credits, currency)}</td>
      <td className={`${FIGURE} font-medium`}>
        <Balance value={closing} currency={currency} />
      </td>
    </tr>
  );
};
