import type { ReactNode } from 'react';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { LiveNumber } from '#/web/ui/live-money.tsx';
import { ErrorCard } from '#/web/ui/states.tsx';
import { Tile, Tiles } from '#/web/ui/tile.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { UpdatedAgo } from '#/web/ui/updated-ago.tsx';
import { useLiveBalance } from './live-balance.ts';

interface BalanceTilesProps {
  readonly sellerId: string;
  readonly action?: ReactNode;
}

/** Live: disponível, a receber, em saque and negativo. */
export const BalanceTiles = ({ sellerId, action }: BalanceTilesProps) => {
  const { finance } = useTexts();
  const { money, day } = useFormats();
  const result = useLiveBalance(sellerId);
  const balance = result.data;
  if (!balance && result.error) {
    return <ErrorCard error={result.error} onRetry={() => void result.refetch()} />;
  }
  const amount = (cents: number | undefined) =>
    cents === undefined ? undefined : <LiveNumber value={cents} format={money} />;
  const nextReleaseOn = balance?.nextReleaseOn ?? null;
  const isNegative = balance !== undefined && balance.negative > 0;
  return (
    <div className="grid gap-1.5">
      <Tiles label={finance.balances}>
        <Tile
          label={finance.available}
          value={amount(balance?.available)}
          note={finance.availableNote}
          action={action}
        />
        <Tile
          label={finance.pending}
          value={amount(balance?.pending)}
          note={
            nextReleaseOn === null ? finance.pendingNone : finance.pendingNote(day(nextReleaseOn))
          }
        />
        <Tile label={finance.held} value={amount(balance?.held)} note={finance.heldNote} />
        <Tile
          label={finance.negative}
          value={amount(balance?.negative)}
          note={isNegative ? finance.negativeNote : finance.notNegative}
          isNegative={isNegative}
        />
      </Tiles>
      <p className="min-h-4.5 text-right">
        {result.dataUpdatedAt > 0 && <UpdatedAgo at={result.dataUpdatedAt} />}
      </p>
    </div>
  );
};
