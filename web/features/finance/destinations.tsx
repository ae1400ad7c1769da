import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DestinationItem } from '#/api/contract/payouts.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge, type Tone } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';
import { Empty } from '#/web/ui/states.tsx';
import { useDestinationTexts } from './destination-texts.ts';
import { destinationsQuery } from './finance-queries.ts';
import { useDestinationName } from './use-destination-name.ts';

const declare = lazyDialog(() => import('./declare-dialog.tsx'));
const remove = lazyDialog(() => import('./remove-dialog.tsx'));

/** The seller's PIX keys for payouts. */
export const Destinations = () => {
  const texts = useDestinationTexts();
  const result = useQuery(destinationsQuery);
  const isReadOnly = useIsReadOnly();
  const [isDeclaring, setDeclaring] = useState(false);
  return (
    <Card
      title={texts.title}
      note={texts.note}
      action={
        !isReadOnly && (
          <Button {...declare.preload} size="small" onClick={() => setDeclaring(true)}>
            {texts.add}
          </Button>
        )
      }
    >
      <Answer query={result} lines={2} height="h-16">
        {({ items }) =>
          items.length === 0 ? (
            <Empty title={texts.emptyTitle} text={texts.emptyText} />
          ) : (
            <ul className="-my-2 divide-y divide-line">
              {items.map((item) => (
                <Destination
                  key={item.destinationId}
                  item={item}
                  onAgain={() => setDeclaring(true)}
                />
              ))}
            </ul>
          )
        }
      </Answer>
      <declare.Dialog open={isDeclaring && !isReadOnly} onClose={() => setDeclaring(false)} />
    </Card>
  );
};

const TONES = {
  WAITING: 'warning',
  APPROVED: 'positive',
  REFUSED: 'negative',
  SUSPENDED: 'negative',
  REMOVED: 'neutral',
} as const satisfies Record<DestinationItem['status'], Tone>;

interface DestinationProps {
  readonly item: DestinationItem;
  readonly onAgain: () => void;
}

const Destination = ({ item, onAgain }: DestinationProps) => {
  const texts = useDestinationTexts();
  const nameOf = useDestinationName();
  const { date } = useFormats();
  const isReadOnly = useIsReadOnly();
  const [isRemoving, setRemoving] = useState(false);
  const canDeclareAgain = item.status === 'REFUSED' || item.status === 'SUSPENDED';
  return (
    <li className="grid gap-1 py-2.5">
      <div className="flex items-start justify-between gap-3">
        <p className="min-w-0 font-medium break-words">{nameOf(item)}</p>
        <Badge tone={TONES[item.status]}>{texts.statuses[item.status]}</Badge>
      </div>
      <p className="text-xs text-ink-faint">{texts.declaredAt(date(item.declaredAt))}</p>
      <State item={item} />
      {!isReadOnly && (
        <div className="flex flex-wrap gap-2">
          {canDeclareAgain && (
            <Button {...declare.preload} size="small" onClick={onAgain}>
              {texts.again}
            </Button>
          )}
          <Button {...remove.preload} size="small" kind="quiet" onClick={() => setRemoving(true)}>
            {texts.remove.button}
          </Button>
        </div>
      )}
      <remove.Dialog
        destinationId={item.destinationId}
        name={nameOf(item)}
        open={isRemoving}
        onClose={() => setRemoving(false)}
      />
    </li>
  );
};

/** Explains a status other than approved. */
const State = ({ item: { status, reason } }: Pick<DestinationProps, 'item'>) => {
  const texts = useDestinationTexts();
  if (status === 'WAITING') return <p className="text-xs text-ink-muted">{texts.waiting}</p>;
  if (status === 'SUSPENDED') return <p className="text-xs text-negative">{texts.suspended}</p>;
  if (status !== 'REFUSED' || reason === null) return null;
  return <p className="text-xs break-words text-negative">{texts.refused(reason)}</p>;
};
