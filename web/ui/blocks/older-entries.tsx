import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';

interface OlderEntriesProps<Item> {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Item[] }>>;
  /** Text for an empty list. */
  readonly none: string;
  /** Text of the button that loads older entries. */
  readonly older: string;
  /** Draws a list item. */
  readonly children: (item: Item) => ReactNode;
}

export const OlderEntries = <Item,>({ query, none, older, children }: OlderEntriesProps<Item>) => (
  <Answer query={query} lines={3}>
    {({ pages }) => {
      const items = pages.flatMap((page) => page.items);
      if (items.length === 0) return <p className="text-ink-muted">{none}</p>;
      return (
        <>
          <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">{items.map(children)}</ol>
          {query.hasNextPage && (
            <Button
              className="mt-3 w-full"
              pending={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              {older}
            </Button>
          )}
        </>
      );
    }}
  </Answer>
);
