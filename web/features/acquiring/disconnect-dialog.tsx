import { toast } from '#/web/lib/toast.ts';
import type { AcquirerShown } from '#/api/contract/acquiring.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { useAccountTexts } from './account-texts.ts';

export interface AcquirerInUse {
  readonly acquirer: AcquirerShown;
  /** Purposes whose routes use the acquirer: they prevent disconnecting it. */
  readonly purposeNames: readonly string[];
}

interface DisconnectDialogProps extends AcquirerInUse {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Confirms before an account is disconnected. */
const DisconnectDialog = ({ acquirer, purposeNames, open, onClose }: DisconnectDialogProps) => {
  const texts = useAccountTexts();
  const { common } = useTexts();
  const language = useLanguage();
  const write = useWrite('admin.disconnectAcquirer');
  const { id, label } = acquirer;
  const close = () => {
    write.reset();
    onClose();
  };
  const disconnect = () =>
    write.mutate(
      { provider: id },
      {
        onSuccess: () => {
          toast.success(texts.disconnectDone(label));
          onClose();
        },
      },
    );
  return (
    <Dialog
      open={open}
      onClose={close}
      title={texts.disconnectTitle(label)}
      description={
        purposeNames.length > 0
          ? texts.disconnectNamed(purposeNames.join(', '))
          : texts.disconnectText
      }
    >
      <div role="alert" className="mb-3 text-negative empty:hidden">
        {write.error && failureText(write.error, language)}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={close}>{common.cancel}</Button>
        {purposeNames.length === 0 && (
          <Button kind="danger" pending={write.isPending} onClick={disconnect}>
            {texts.disconnect}
          </Button>
        )}
      </div>
    </Dialog>
  );
};

export default DisconnectDialog;
