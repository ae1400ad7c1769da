import { DateRange } from '#/web/ui/fields/date-range.tsx';
import { Page } from '#/web/ui/page.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { ExportCard } from './export-card.tsx';
import type { ExportPeriod } from './export-queries.ts';
import { TrialBalance } from './trial-balance.tsx';

interface AccountingPageProps {
  readonly period: ExportPeriod;
  readonly onPeriod: (period: Partial<ExportPeriod>) => void;
}

/** A period's journal or sales as a file, and its trial balance. */
export const AccountingPage = ({ period, onPeriod }: AccountingPageProps) => {
  const { exports: texts } = useTexts();
  return (
    <Page title={texts.title}>
      <DateRange
        range={period}
        onChange={({ from, to }) => onPeriod({ ...(from && { from }), ...(to && { to }) })}
      />
      {period.from > period.to ? (
        <p role="alert" className="text-negative">
          {texts.invalid}
        </p>
      ) : (
        <>
          <ExportCard period={period} />
          <TrialBalance period={period} />
        </>
      )}
    </Page>
  );
};
