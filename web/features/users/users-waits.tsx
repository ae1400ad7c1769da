import type { ListedSeller } from '#/api/contract/sellers.ts';
import { useAlive } from '#/web/ui/hooks/use-alive.ts';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useUsersTexts } from './users-texts.ts';

type Waiting = Pick<ListedSeller, 'waitsFor'>;

const useLineOf = () => {
  const { waits } = useUsersTexts();
  const { ago, date } = useFormats();
  // Until hydration the day is shown: "ago" by the server's clock would be another text than by the browser's.
  const isAlive = useAlive();
  return ({ what, since }: ListedSeller['waitsFor'][number]): string => {
    const passed = Math.max(0, Date.now() - Date.parse(since));
    return waits.line(waits.whats[what], isAlive ? ago(passed) : waits.exact(date(since)));
  };
};

/** What has waited for staff the longest, and how many others wait; the seller's details name them all. */
export const OldestWait = ({ waitsFor, none }: Waiting & { readonly none: string | null }) => {
  const { waits } = useUsersTexts();
  const lineOf = useLineOf();
  const [oldest, ...others] = waitsFor;
  if (oldest === undefined) return none;
  return (
    <span className="text-xs text-ink-muted">
      {lineOf(oldest)}
      {others.length > 0 && (
        <>
          {' '}
          <span aria-hidden className="font-medium">
            {waits.more(others.length)}
          </span>
          <span className="sr-only">, {others.map(lineOf).join(', ')}</span>
        </>
      )}
    </span>
  );
};

export const Waits = ({ waitsFor }: Waiting) => {
  const { waits } = useUsersTexts();
  const { dateTime } = useFormats();
  const lineOf = useLineOf();
  return (
    <ul className="grid gap-1">
      {waitsFor.map((each) => (
        <li key={each.what}>
          {lineOf(each)}{' '}
          <span className="text-xs text-ink-faint">{waits.exact(dateTime(each.since))}</span>
        </li>
      ))}
    </ul>
  );
};
