import { useQuery } from '@tanstack/react-query';
import type { PlatformChange } from '#/api/contract/platform-settings.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { DiffTable } from '#/web/ui/diff-table.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Empty } from '#/web/ui/states.tsx';
import { changesQuery } from './terms-queries.ts';
import { useTermsTexts } from './terms-texts.ts';
import { differencesIn } from './terms-fields.ts';
import { useTermText } from './use-term-text.ts';

/** The changes of the terms, the newest first. */
export const TermsHistory = () => {
  const { history } = useTermsTexts();
  const result = useQuery(changesQuery);
  return (
    <Answer query={result} lines={8}>
      {({ changes }) =>
        changes.length === 0 ? (
          <Empty title={history.emptyTitle} text={history.emptyText} />
        ) : (
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-5">
            {changes.map((change) => (
              <Change key={change.revision} change={change} />
            ))}
          </ol>
        )
      }
    </Answer>
  );
};

const Change = ({ change }: { readonly change: PlatformChange }) => {
  const { at, author, by, fields, revision } = change;
  const { changed, history } = useTermsTexts();
  const { dateTime } = useFormats();
  const rowsOf = useTermText();
  const heading = history.by(dateTime(at), by ?? history.authors[author]);
  const table = <DiffTable rows={rowsOf(differencesIn(fields))} texts={changed} />;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {revision === 0 ? (
        <details>
          <summary className="mb-1.5 font-medium">
            {history.initial} · {heading}
          </summary>
          {table}
        </details>
      ) : (
        <>
          <h3 className="font-medium">{heading}</h3>
          {table}
        </>
      )}
    </li>
  );
};
