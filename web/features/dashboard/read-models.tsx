import { useQuery } from '@tanstack/react-query';
import { RefreshCcw } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { ReadModelState } from '#/api/contract/admin.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import type { Tone } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { useTexts } from '#/web/ui/texts.ts';
import { readModelsQuery } from './dashboard-queries.ts';
import { RebuildProgressBar } from './rebuild-progress.tsx';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';

const TONES: Readonly<Record<ReadModelState['status'], Tone>> = {
  live: 'positive',
  rebuilding: 'accent',
  degraded: 'negative',
};

/** What is to be done with which read model (or `all`). */
interface Wish {
  readonly name: string;
  readonly isBack: boolean;
}

/** Read models with how far behind the log they are, and the ways to derive them again and to go back. */
export const ReadModels = ({ mayRebuild }: { readonly mayRebuild: boolean }) => {
  const { projections } = useTexts();
  const language = useLanguage();
  const result = useQuery(readModelsQuery);
  const start = useWrite('admin.startRebuild');
  const startBack = useWrite('admin.startGoingBack');
  const [asked, setAsked] = useState<Wish>();
  const [job, setJob] = useState<Wish & { readonly jobId: string }>();
  const changeOver = (wish: Wish) =>
    (wish.isBack ? startBack : start).mutate(
      { name: wish.name },
      {
        onSuccess: ({ jobId }) => setJob({ jobId, ...wish }),
        onError: (error) => toast.error(failureText(error, language)),
        onSettled: () => setAsked(undefined),
      },
    );
  return (
    <Card
      flush
      title={projections.title}
      note={projections.text}
      action={
        mayRebuild && (
          <Button size="small" onClick={() => setAsked({ name: 'all', isBack: false })}>
            <RefreshCcw aria-hidden className="size-3.5" />
            {projections.rebuildAll}
          </Button>
        )
      }
    >
      {job && <RebuildProgressBar key={job.jobId} {...job} />}
      <div className="px-4 pb-2">
        <Answer query={result} lines={6}>
          {({ items }) => <ModelTable items={items} onWish={mayRebuild ? setAsked : undefined} />}
        </Answer>
      </div>
      <ConfirmChange
        wish={asked}
        pending={start.isPending || startBack.isPending}
        onConfirm={changeOver}
        onClose={() => setAsked(undefined)}
      />
    </Card>
  );
};

interface ConfirmChangeProps {
  /** Open while there is one. */
  readonly wish: Wish | undefined;
  readonly pending: boolean;
  readonly onConfirm: (wish: Wish) => void;
  readonly onClose: () => void;
}

const ConfirmChange = ({ wish, pending, onConfirm, onClose }: ConfirmChangeProps) => {
  const { projections, common } = useTexts();
  const isBack = wish?.isBack === true;
  const verb = isBack ? projections.goBack : projections.rebuild;
  return (
    <Dialog
      open={wish !== undefined}
      onClose={onClose}
      title={isBack ? projections.goBackTitle : projections.confirmTitle}
      description={isBack ? projections.goBackText : projections.confirmText}
      closeLabel={common.close}
    >
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{common.cancel}</Button>
        <Button
          kind="primary"
          pending={pending}
          onClick={() => wish !== undefined && onConfirm(wish)}
        >
          {wish?.name === 'all' ? projections.rebuildAll : `${verb} ${wish?.name ?? ''}`}
        </Button>
      </div>
    </Dialog>
  );
};

interface ModelTableProps {
  readonly items: readonly ReadModelState[];
  readonly onWish: ((wish: Wish) => void) | undefined;
}

const ModelTable = ({ items, onWish }: ModelTableProps) => {
  const { projections } = useTexts();
  return (
    <ScrollArea label={projections.title}>
      <table className="w-full text-left">
        <thead>
          <tr className="h-9 border-b border-line text-xs whitespace-nowrap text-ink-faint">
            <th scope="col" className="pr-3 font-medium">
              {projections.name}
            </th>
            <th scope="col" className="pr-3 font-medium">
              {projections.state}
            </th>
            <th scope="col" className="pr-3 text-right font-medium">
              {projections.lag}
            </th>
            <th scope="col" className="text-right font-medium">
              {projections.position}
            </th>
            {onWish && <td />}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <ModelRow key={item.name} item={item} onWish={onWish} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
};

/** Where the log counts its events, a count; elsewhere the position as it is. */
const placeOf = (position: string, count: (events: number) => string): string =>
  /^\d+$/.test(position) ? count(Number(position)) : position;

interface ModelRowProps extends Pick<ModelTableProps, 'onWish'> {
  readonly item: ReadModelState;
}

const ModelRow = ({ item, onWish }: ModelRowProps) => {
  const { projections } = useTexts();
  const { count } = useFormats();
  return (
    <tr className="h-11 border-b border-line whitespace-nowrap last:border-0">
      <td className="pr-3 font-medium">
        {item.name} <span className="text-xs font-normal text-ink-faint">v{item.version}</span>
        {item.failure !== null && (
          <p className="text-xs font-normal text-negative">{item.failure}</p>
        )}
      </td>
      <td className="pr-3">
        <Badge tone={TONES[item.status]}>{projections.status[item.status]}</Badge>
      </td>
      <td className="pr-3 text-right tabular-nums">
        {item.lag === 0 ? (
          <span className="text-ink-faint">{projections.upToDate}</span>
        ) : (
          projections.lagEvents(item.lag)
        )}
      </td>
      <td className="text-right font-mono text-xs text-ink-muted">
        {item.position === null ? '—' : placeOf(item.position, count)}
      </td>
      {onWish && (
        <td className="pl-3 text-right">
          {item.previous !== null && (
            <Button
              kind="quiet"
              size="small"
              aria-label={`${projections.goBack} ${item.name}`}
              onClick={() => onWish({ name: item.name, isBack: true })}
            >
              {projections.goBack}
            </Button>
          )}
          <Button
            kind="quiet"
            size="small"
            aria-label={`${projections.rebuild} ${item.name}`}
            disabled={item.status === 'rebuilding'}
            onClick={() => onWish({ name: item.name, isBack: false })}
          >
            {projections.rebuild}
          </Button>
        </td>
      )}
    </tr>
  );
};
