import type { DestinationItem } from '#/api/contract/payouts.ts';
import { SCHEDULE_FROM_HOUR } from '#/domain/schedule/from-hour.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { toast } from '#/web/lib/toast.ts';
import { revisionNow, useBasis } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { CheckedForm } from '#/web/ui/form/form.tsx';
import { useCheckedForm } from '#/web/ui/form/use-checked-form.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import {
  isKeyRefused,
  scheduleErrors,
  scheduleOf,
  valuesOf,
  type ScheduleError,
  type ScheduleValues,
} from './schedule-form.ts';
import type { SavedSchedule } from './schedule-queries.ts';
import { useScheduleTexts } from './schedule-texts.ts';
import { useScheduleWords } from './use-schedule-words.ts';

interface ScheduleDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly saved: SavedSchedule;
  readonly destinations: readonly DestinationItem[];
  readonly nameOf: (destination: DestinationItem) => string;
}

const ScheduleDialog = (props: ScheduleDialogProps) => {
  const { form } = useScheduleTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={form.title}
      description={form.text(SCHEDULE_FROM_HOUR)}
    >
      <Setting {...props} />
    </Dialog>
  );
};

/** A component of its own, so that it opens with the saved schedule. */
const Setting = (props: ScheduleDialogProps) => {
  const approved = props.destinations.filter(({ status }) => status === 'APPROVED');
  if (approved.length === 0) return <NoDestination onClose={props.onClose} />;
  return <ScheduleForm {...props} approved={approved} />;
};

const NoDestination = ({ onClose }: Pick<ScheduleDialogProps, 'onClose'>) => {
  const { form } = useScheduleTexts();
  const { common } = useUiTexts();
  return (
    <div className="grid gap-4">
      <div role="status" className="grid gap-1 rounded-md bg-warning-soft p-3 text-warning">
        <p className="font-medium">{form.noDestination}</p>
        <p>{form.noDestinationText}</p>
      </div>
      <Button onClick={onClose}>{common.close}</Button>
    </div>
  );
};

interface ScheduleFormProps extends ScheduleDialogProps {
  /** The approved PIX keys; at least one. */
  readonly approved: readonly DestinationItem[];
}

const ScheduleForm = (props: ScheduleFormProps) => {
  const { saved, destinations, approved, nameOf, onClose } = props;
  const texts = useScheduleTexts();
  const language = useLanguage();
  const wordsOf = useScheduleWords(destinations);
  const write = useWrite('seller.reviseSchedule');
  const { saved: seenRevision, updateOnConflict } = useBasis(saved.revision);
  const failure = useFailure(props, { basedOn: seenRevision, refusal: write.error });
  const form = useCheckedForm<ScheduleValues, ScheduleError | 'refused'>({
    defaultValues: valuesOf(saved.schedule, approved),
    errorsIn: scheduleErrors,
    errorTexts: {
      ...texts.errors,
      refused: write.error ? failureText(write.error, language) : '',
    },
  });
  const onSuccess = (): void => {
    toast.success(texts.form.done);
    onClose();
  };
  const onError = (refusal: Error): void => {
    void updateOnConflict(refusal, revisionNow);
    if (isKeyRefused(refusal)) form.setError('destinationId', { type: 'refused' });
  };
  const send = (values: ScheduleValues): void => {
    const schedule = scheduleOf(values);
    if (schedule) write.mutate({ ...schedule, basedOn: seenRevision }, { onSuccess, onError });
  };
  const chosen = scheduleOf(form.watch());
  return (
    <CheckedForm
      form={form}
      onValid={send}
      write={write}
      failure={failure}
      submitLabel={texts.form.submit}
    >
      <ScheduleFields form={form} destinations={approved} nameOf={nameOf} />
      {chosen && <p className="rounded-md bg-sunken p-3 break-words">{wordsOf(chosen)}.</p>}
    </CheckedForm>
  );
};

interface Refused {
  readonly basedOn: number | null;
  readonly refusal: Error | null;
}

/** The text in place of the server's refusal: empty if a field shows the refusal, undefined if the refusal's own text is to be shown. */
const useFailure = (
  { saved: { schedule, revision }, destinations }: ScheduleDialogProps,
  { basedOn, refusal }: Refused,
): string | undefined => {
  const { form } = useScheduleTexts();
  const wordsOf = useScheduleWords(destinations);
  if (isKeyRefused(refusal)) return '';
  if (revisionNow(refusal) === undefined) return undefined;
  // The schedule that others saved is named once the page has read it.
  const savedText = schedule === null ? form.nowOff : form.now(wordsOf(schedule));
  return [form.meanwhile, ...(revision === basedOn ? [savedText] : []), form.kept].join(' ');
};

export default ScheduleDialog;
