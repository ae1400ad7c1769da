import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ManagerLine, PortfolioSeller } from '#/api/contract/managers.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { portfolioQuery, sellerName } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

const add = lazyDialog(() => import('./add-dialog.tsx'));
const move = lazyDialog(() => import('./move-dialog.tsx'));

export const Portfolio = ({ manager }: { readonly manager: ManagerLine }) => {
  const { portfolio } = useManagersTexts();
  const [openDialog, setOpenDialog] = useState<'add' | 'move'>();
  const [chosen, setChosen] = useState<ReadonlyMap<string, PortfolioSeller>>(new Map());
  const { managerId, status } = manager;
  const onClose = (): void => setOpenDialog(undefined);
  const toggle = (seller: PortfolioSeller, isOn: boolean): void => {
    const next = new Map(chosen);
    if (isOn) next.set(seller.sellerId, seller);
    else next.delete(seller.sellerId);
    setChosen(next);
  };
  // After a move the chosen sellers have left the portfolio.
  const forget = (): void => setChosen(new Map());
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">{portfolio.title}</h3>
        {status !== 'BLOCKED' && (
          <Button {...add.preload} size="small" onClick={() => setOpenDialog('add')}>
            {portfolio.add}
          </Button>
        )}
      </div>
      <Sellers managerId={managerId} chosen={chosen} onToggle={toggle} />
      {chosen.size > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <p role="status">{portfolio.selected(chosen.size)}</p>
          <Button {...move.preload} size="small" onClick={() => setOpenDialog('move')}>
            {portfolio.move}
          </Button>
        </div>
      )}
      <add.Dialog manager={manager} open={openDialog === 'add'} onClose={onClose} />
      <move.Dialog
        from={managerId}
        sellers={[...chosen.values()]}
        open={openDialog === 'move'}
        onClose={onClose}
        onDone={forget}
      />
    </section>
  );
};

interface SellersProps {
  readonly managerId: string;
  readonly chosen: ReadonlyMap<string, PortfolioSeller>;
  readonly onToggle: (seller: PortfolioSeller, isOn: boolean) => void;
}

const Sellers = ({ managerId, chosen, onToggle }: SellersProps) => {
  const { portfolio } = useManagersTexts();
  const query = useInfiniteQuery(portfolioQuery(managerId));
  return (
    <Answer query={query} lines={3}>
      {({ pages }) => {
        const sellers = pages.flatMap(({ items }) => items);
        if (sellers.length === 0) return <p className="text-ink-muted">{portfolio.none}</p>;
        return (
          <>
            <p className="text-xs text-ink-muted">{portfolio.selectHint}</p>
            <ul className="divide-y divide-line border-y border-line">
              {sellers.map((seller) => (
                <Seller
                  key={seller.sellerId}
                  seller={seller}
                  isChosen={chosen.has(seller.sellerId)}
                  onToggle={(isOn) => onToggle(seller, isOn)}
                />
              ))}
            </ul>
            {query.hasNextPage && (
              <Button
                className="w-full"
                pending={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {portfolio.more}
              </Button>
            )}
          </>
        );
      }}
    </Answer>
  );
};

interface SellerProps {
  readonly seller: PortfolioSeller;
  readonly isChosen: boolean;
  readonly onToggle: (isOn: boolean) => void;
}

const Seller = ({ seller, isChosen, onToggle }: SellerProps) => {
  const { portfolio } = useManagersTexts();
  const { date, money } = useFormats();
  const { status, volume, assignedAt, assignedBy } = seller;
  const name = sellerName(seller);
  return (
    <li>
      <label className="flex min-h-11 items-center gap-3 py-2">
        <input
          type="checkbox"
          aria-label={portfolio.select(name)}
          checked={isChosen}
          onChange={({ target }) => onToggle(target.checked)}
          className="size-4 shrink-0 accent-accent"
        />
        <span className="grid min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-2 font-medium break-words">
            {name}
            {status === 'BLOCKED' && <Badge tone="negative">{portfolio.blocked}</Badge>}
          </span>
          <span className="text-xs break-words text-ink-faint">
            {portfolio.since(date(assignedAt), assignedBy)}
          </span>
        </span>
        <span className="tabular-nums">{money(volume)}</span>
      </label>
    </li>
  );
};
