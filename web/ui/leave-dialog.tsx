import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';

interface LeaveDialogProps {
  readonly open: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

const LeaveDialog = ({ open, onStay, onLeave }: LeaveDialogProps) => {
  const { leaving } = useUiTexts();
  return (
    <Dialog open={open} onClose={onStay} title={leaving.title} description={leaving.text}>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onStay}>{leaving.stay}</Button>
        <Button kind="danger" onClick={onLeave}>
          {leaving.leave}
        </Button>
      </div>
    </Dialog>
  );
};

export default LeaveDialog;
