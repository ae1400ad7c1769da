import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useScheduleTexts } from './schedule-texts.ts';

interface EndDialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

const EndDialog = ({ open, onClose }: EndDialogProps) => {
  const { end } = useScheduleTexts();
  return (
    <Dialog open={open} onClose={onClose} title={end.title} description={end.text}>
      <Ending onClose={onClose} />
    </Dialog>
  );
};

const Ending = ({ onClose }: Pick<EndDialogProps, 'onClose'>) => {
  const { end } = useScheduleTexts();
  const write = useWrite('seller.endSchedule');
  const onSuccess = (): void => {
    toast.success(end.done);
    onClose();
  };
  return (
    <Confirm
      submit={end.submit}
      kind="danger"
      write={write}
      onConfirm={() => write.mutate({}, { onSuccess })}
      onClose={onClose}
    />
  );
};

export default EndDialog;
