import { useTexts } from '#/web/i18n/texts.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';

interface LeaveDialogProps {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Asks before unsaved routes are lost. */
const LeaveDialog = ({ open, onStay, onLeave }: LeaveDialogProps) => {
  const { acquiring: texts, common } = useTexts();
  return (
    <Dialog
      open={open}
      onClose={onStay}
      title={texts.leaveTitle}
      description={texts.leaveText}
      closeLabel={common.close}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onStay}>{texts.stay}</Button>
        <Button kind="danger" onClick={onLeave}>
          {texts.leave}
        </Button>
      </div>
    </Dialog>
  );
};

export default LeaveDialog;
