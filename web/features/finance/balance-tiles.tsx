import type { ReactNode } from 'react';
import { Answer } from '#/web/ui/answer.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { LiveNumber } from '#/web/ui/live-money.tsx';
import { Tile, Tiles } from '#/web/ui/tile.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { UpdatedAgo } from '#/web/ui/updated-ago.tsx';
import { useLiveBalance } from './live-balance.ts';

interface BalanceTilesProps {
  readonly sellerId: string;
  /** Stands in the tile of what is available. */
  readonly action?: ReactNode;
}

/** Disponível, a receber, em saque and negativo, as they are at this moment. */
export const BalanceTiles = ({ sellerId, action }: BalanceTilesProps) => {
  const { finance } = useTexts();
  const { money, day } = useFormats();
  const result = useLiveBalance(sellerId);
  return (
    <div className="grid gap-1.5">
      <Answer query={result} lines={2}>
        {({ available, pending, held, negative, nextReleaseOn }) => (
          <Tiles label={finance.balances}>
            <Tile
              label={finance.available}
              value={<LiveNumber value={available} format={money} />}
              note={finance.availableNote}
              action={action}
            />
            <Tile
              label={finance.pending}
              value={<LiveNumber value={pending} format={money} />}
              note={
                nextReleaseOn === null
                  ? finance.pendingNone
                  : finance.pendingNote(day(nextReleaseOn))
              }
            />
            <Tile
              label={finance.held}
              value={<LiveNumber value={held} format={money} />}
              note={finance.heldNote}
            />
            <Tile
              label={finance.negative}
              value={<LiveNumber value={negative} format={money} />}
              note={negative > 0 ? finance.negativeNote : finance.notNegative}
              isNegative={negative > 0}
            />
          </Tiles>
        )}
      </Answer>
      {result.dataUpdatedAt > 0 && (
        <p className="text-right">
          <UpdatedAgo at={result.dataUpdatedAt} />
        </p>
      )}
    </div>
  );
};
