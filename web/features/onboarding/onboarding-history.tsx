import { useQuery } from '@tanstack/react-query';
import { translateCode } from '#/web/i18n/texts.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { DiffTable } from '#/web/ui/diff-table.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { changesQuery, type OnboardingChange } from './onboarding-queries.ts';
import { useOnboardingTexts } from './onboarding-texts.ts';

/** The changes of the rules, the newest first. */
export const OnboardingHistory = () => {
  const { history } = useOnboardingTexts();
  const result = useQuery(changesQuery);
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-base font-semibold">{history.title}</h2>
      <Answer query={result} lines={6}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p className="text-ink-muted">{history.empty}</p>
          ) : (
            <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
              {changes.map((change) => (
                <Change key={change.revision} change={change} />
              ))}
            </ol>
          )
        }
      </Answer>
    </section>
  );
};

const TEXT = 'termsOfUse.text';

const Change = ({ change }: { readonly change: OnboardingChange }) => {
  const { at, author, by, fields } = change;
  const { history } = useOnboardingTexts();
  const { dateTime } = useFormats();
  const rows = useRows()(fields);
  const short = rows.filter(({ key }) => key !== TEXT);
  const long = rows.filter(({ key }) => key === TEXT);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      <h3 className="font-medium">{history.by(dateTime(at), by ?? history.authors[author])}</h3>
      {short.length > 0 && <DiffTable rows={short} texts={history.columns} />}
      {long.length > 0 && (
        <details>
          <summary className="mb-1.5">{history.text}</summary>
          <DiffTable rows={long} texts={history.columns} />
        </details>
      )}
    </li>
  );
};

const useRows = () => {
  const { history, modes } = useOnboardingTexts();
  const { common } = useUiTexts();
  const text = (path: string, value: string | number | null): string => {
    if (value === null) return common.none;
    return path === 'registration' ? translateCode(modes, String(value)) : String(value);
  };
  return (fields: OnboardingChange['fields']) =>
    fields.map(({ path, before, after }) => ({
      key: path,
      place: translateCode(history.fields, path),
      before: text(path, before),
      after: text(path, after),
    }));
};
