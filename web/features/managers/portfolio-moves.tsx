import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PortfolioMove } from '#/api/contract/managers.ts';
import { OlderEntries } from '#/web/ui/blocks/older-entries.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { movesQuery } from './managers-queries.ts';
import { useManagersTexts } from './managers-texts.ts';

interface PortfolioMovesProps {
  readonly managerId: string;
}

/** When sellers came to the manager and left; read when the user opens this part. */
export const PortfolioMoves = ({ managerId }: PortfolioMovesProps) => {
  const { history } = useManagersTexts();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="mb-1.5 text-sm leading-6 font-semibold">{history.title}</summary>
      {isOpen && <Moves managerId={managerId} />}
    </details>
  );
};

const Moves = ({ managerId }: PortfolioMovesProps) => {
  const { history } = useManagersTexts();
  const query = useInfiniteQuery(movesQuery(managerId));
  return (
    <OlderEntries query={query} none={history.none} older={history.more}>
      {(move) => <Move key={move.eventId} move={move} managerId={managerId} />}
    </OlderEntries>
  );
};

interface MoveProps extends PortfolioMovesProps {
  readonly move: PortfolioMove;
}

const Move = ({ move, managerId }: MoveProps) => {
  const { history } = useManagersTexts();
  const { dateTime } = useFormats();
  const { at, by, from, to } = move;
  const seller = move.sellerName ?? move.sellerId;
  const nameOf = ({ email, managerId: id }: NonNullable<PortfolioMove['from']>): string =>
    email ?? id;
  const arrivalText = from === null ? history.came(seller) : history.cameFrom(seller, nameOf(from));
  const departureText = to === null ? history.left(seller) : history.wentTo(seller, nameOf(to));
  return (
    <li>
      <p className="break-words">{to?.managerId === managerId ? arrivalText : departureText}</p>
      <p className="text-xs break-words text-ink-faint">{history.by(dateTime(at), by)}</p>
    </li>
  );
};
