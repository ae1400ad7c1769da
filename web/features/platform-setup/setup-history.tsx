import { useQuery } from '@tanstack/react-query';
import type { SetupChange } from '#/api/contract/platform-setup.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Card } from '#/web/ui/card.tsx';
import { DiffTable } from '#/web/ui/diff-table.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { translateCode } from '#/web/i18n/texts.ts';
import { changesQuery } from './setup-queries.ts';
import { useSetupTexts } from './setup-texts.ts';

export const SetupHistory = ({ platformId }: { readonly platformId: string }) => {
  const { history } = useSetupTexts();
  const result = useQuery(changesQuery(platformId));
  return (
    <Card title={history.title}>
      <Answer query={result} lines={6}>
        {({ changes }) => (
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {changes.map((change) => (
              <Change key={change.revision} change={change} />
            ))}
          </ol>
        )}
      </Answer>
    </Card>
  );
};

const Change = ({ change }: { readonly change: SetupChange }) => {
  const { at, author, by, fields } = change;
  const { history } = useSetupTexts();
  const { dateTime } = useFormats();
  const rowsOf = useRows();
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-medium">{history.by(dateTime(at), by ?? history.authors[author])}</h3>
      <DiffTable rows={rowsOf(fields)} texts={history.columns} />
    </li>
  );
};

const amounts: ReadonlySet<string> = new Set([
  'largestSale',
  'largestWithdrawal',
  'withdrawalsPerDay',
]);

const useRows = () => {
  const { history, setup } = useSetupTexts();
  const { money } = useFormats();
  const text = (field: SetupChange['fields'][number]['field'], value: string | null): string => {
    if (value === null) return field === 'providers' || field === 'methods' ? history.all : '—';
    if (amounts.has(field)) return money(Number(value));
    if (field === 'methods')
      return value
        .split(', ')
        .map((method) => translateCode(setup.purpose, method))
        .join(', ');
    return field === 'name' || field === 'providers' ? value : translateCode(history.words, value);
  };
  return (fields: SetupChange['fields']) =>
    fields.map(({ field, before, after }) => ({
      key: field,
      place: history.fields[field],
      before: text(field, before),
      after: text(field, after),
    }));
};
