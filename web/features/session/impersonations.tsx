import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { ImpersonationItem } from '#/api/contract/seller.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { Empty } from '#/web/ui/states.tsx';
import { useImpersonationTexts } from './impersonation-texts.ts';

/** The first page has no cursor. */
const FIRST_PAGE = '';

const impersonationsQuery = infiniteQueryOptions({
  queryKey: ['impersonations'],
  queryFn: ({ pageParam: cursor, signal }) =>
    query(
      'seller.listImpersonations',
      { cursor: cursor || undefined, limit: 5, after: newestPosition() },
      { signal },
    ),
  initialPageParam: FIRST_PAGE,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
});

/** When staff viewed the seller's area, and why. */
const Impersonations = () => {
  const texts = useImpersonationTexts();
  const result = useInfiniteQuery(impersonationsQuery);
  return (
    <Card title={texts.title} note={texts.note}>
      <Answer query={result} lines={3}>
        {({ pages }) => {
          const items = pages.flatMap((page) => page.items);
          if (items.length === 0) return <Empty title={texts.noneTitle} text={texts.noneText} />;
          return (
            <>
              <ul className="-my-2 divide-y divide-line">
                {items.map((item) => (
                  <Impersonation key={item.impersonationId} item={item} />
                ))}
              </ul>
              {result.hasNextPage && (
                <Button
                  className="mt-4 w-full"
                  pending={result.isFetchingNextPage}
                  onClick={() => void result.fetchNextPage()}
                >
                  {texts.more}
                </Button>
              )}
            </>
          );
        }}
      </Answer>
    </Card>
  );
};

const MINUTE_MILLISECONDS = 60_000;

/** In minutes, rounded up. */
const minutesBetween = (from: string, to: string): number =>
  Math.ceil((Date.parse(to) - Date.parse(from)) / MINUTE_MILLISECONDS);

const Impersonation = ({ item }: { readonly item: ImpersonationItem }) => {
  const texts = useImpersonationTexts();
  const { dateTime } = useFormats();
  const { begunAt, until, endedAt, reason } = item;
  // After the time limit, the end may not be recorded yet.
  const end = endedAt ?? (Date.parse(until) < Date.now() ? until : null);
  const duration =
    end === null ? texts.goesOn(dateTime(until)) : texts.lasted(minutesBetween(begunAt, end));
  return (
    <li className="grid gap-0.5 py-2.5">
      <p className="font-medium">{texts.who}</p>
      <p className="text-xs text-ink-faint tabular-nums">
        {texts.began(dateTime(begunAt))} · {duration}
      </p>
      {reason !== null && (
        <p className="text-sm break-words text-ink-muted">
          {texts.reason}: {reason}
        </p>
      )}
    </li>
  );
};

export default Impersonations;
