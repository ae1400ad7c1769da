import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useDestinationTexts } from './destination-texts.ts';

interface RemoveDialogProps {
  readonly destinationId: string;
  readonly name: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains what removing a PIX key does. */
const RemoveDialog = (props: RemoveDialogProps) => {
  const { remove } = useDestinationTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={remove.title(props.name)}
      description={remove.text}
    >
      <Removal {...props} />
    </Dialog>
  );
};

const Removal = ({ destinationId, onClose }: RemoveDialogProps) => {
  const { remove } = useDestinationTexts();
  const write = useWrite('seller.removeDestination');
  const onSuccess = (): void => {
    toast.success(remove.done);
    onClose();
  };
  return (
    <Confirm
      submit={remove.submit}
      kind="danger"
      write={write}
      onConfirm={() => write.mutate({ destinationId }, { onSuccess })}
      onClose={onClose}
    />
  );
};

export default RemoveDialog;
