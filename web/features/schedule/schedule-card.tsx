import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { OutputOf } from '#/api/contract/contract.ts';
import type { DestinationItem } from '#/api/contract/payouts.ts';
import type { Schedule } from '#/api/contract/schedule.ts';
import { SCHEDULE_FROM_HOUR } from '#/domain/schedule/from-hour.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { useIsReadOnly } from '#/web/ui/hooks/read-only.ts';
import { Empty } from '#/web/ui/states.tsx';
import { scheduleQuery, type SavedSchedule } from './schedule-queries.ts';
import { useScheduleTexts } from './schedule-texts.ts';
import { keyOf, lostKey } from './schedule-words.ts';
import { useScheduleWords } from './use-schedule-words.ts';

const edit = lazyDialog(() => import('./schedule-dialog.tsx'));
const end = lazyDialog(() => import('./end-dialog.tsx'));

interface ScheduleCardProps {
  /** The seller's PIX keys and their names come from another feature. */
  readonly destinations: UseQueryResult<OutputOf<'seller.listDestinations'>>;
  readonly nameOf: (destination: DestinationItem) => string;
}

/** The schedule, and buttons to change it or switch it off. */
export const ScheduleCard = ({ destinations, nameOf }: ScheduleCardProps) => {
  const texts = useScheduleTexts();
  const result = useQuery(scheduleQuery);
  return (
    <Card title={texts.title} note={texts.note}>
      <Answer query={result} lines={2} height="h-16">
        {(saved) => (
          <Answer query={destinations} lines={2} height="h-16">
            {({ items }) => <State saved={saved} destinations={items} nameOf={nameOf} />}
          </Answer>
        )}
      </Answer>
    </Card>
  );
};

interface StateProps {
  readonly saved: SavedSchedule;
  readonly destinations: readonly DestinationItem[];
  readonly nameOf: (destination: DestinationItem) => string;
}

const State = ({ saved, destinations, nameOf }: StateProps) => {
  const texts = useScheduleTexts();
  const isReadOnly = useIsReadOnly();
  const [openDialog, setOpenDialog] = useState<'edit' | 'end'>();
  const onClose = () => setOpenDialog(undefined);
  const { schedule } = saved;
  const editButton = { ...edit.preload, onClick: () => setOpenDialog('edit') };
  return (
    <>
      {schedule === null ? (
        <Empty
          title={texts.emptyTitle}
          text={texts.emptyText}
          action={isReadOnly ? undefined : <Button {...editButton}>{texts.setUp}</Button>}
        />
      ) : (
        <div className="grid gap-3">
          <Summary {...saved} schedule={schedule} destinations={destinations} />
          {!isReadOnly && (
            <div className="flex flex-wrap gap-2">
              <Button {...editButton} size="small">
                {texts.change}
              </Button>
              <Button
                {...end.preload}
                size="small"
                kind="quiet"
                onClick={() => setOpenDialog('end')}
              >
                {texts.end.button}
              </Button>
            </div>
          )}
        </div>
      )}
      <edit.Dialog
        open={openDialog === 'edit' && !isReadOnly}
        onClose={onClose}
        saved={saved}
        destinations={destinations}
        nameOf={nameOf}
      />
      <end.Dialog open={openDialog === 'end' && !isReadOnly} onClose={onClose} />
    </>
  );
};

interface SummaryProps
  extends Pick<StateProps, 'destinations'>, Pick<SavedSchedule, 'nextOn' | 'refusal'> {
  readonly schedule: Schedule;
}

/** When the schedule pays next or why it does not, and why the last withdrawal was refused. */
const Summary = ({ schedule, nextOn, refusal, destinations }: SummaryProps) => {
  const texts = useScheduleTexts();
  const { daySpoken } = useFormats();
  const wordsOf = useScheduleWords(destinations);
  const lost = lostKey(keyOf(schedule, destinations));
  return (
    <>
      <p className="font-medium break-words">{wordsOf(schedule)}.</p>
      {lost === undefined ? (
        nextOn !== null && (
          <p className="text-ink-muted">{texts.next(daySpoken(nextOn), SCHEDULE_FROM_HOUR)}</p>
        )
      ) : (
        <div role="status" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
          <p className="font-medium">{texts.lostTitle}</p>
          <p>{texts.lost[lost]}</p>
        </div>
      )}
      {refusal !== null && lost === undefined && (
        <div role="status" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
          <p className="font-medium">{texts.refused(daySpoken(refusal.on))}</p>
          <p>{refusal.text}</p>
        </div>
      )}
      <p className="text-xs text-ink-muted">{texts.rules}</p>
    </>
  );
};
