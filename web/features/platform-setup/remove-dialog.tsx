import type { Direction } from '#/domain/platform/directions.ts';
import { ConfirmChange } from '#/web/ui/blocks/confirm-change.tsx';
import { useSetupTexts } from './setup-texts.ts';

interface RemoveDialogProps {
  readonly platformId: string;
  /** The certificate to remove; null: the PIX key is to be removed. */
  readonly direction: Direction | null;
  /** The revision that the page shows. */
  readonly revision: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains what follows, and removes the platform's PIX key or a certificate. */
const RemoveDialog = ({ platformId, direction, ...dialogProps }: RemoveDialogProps) => {
  const { receiver, certificates, remove, meanwhile } = useSetupTexts();
  const dialog = {
    ...dialogProps,
    onDone: dialogProps.onClose,
    texts: remove,
    meanwhile,
    kind: 'danger',
  } as const;
  if (direction === null)
    return (
      <ConfirmChange
        {...dialog}
        title={remove.title(receiver.title)}
        procedure="master.setPlatformReceiver"
        inputFor={(basedOn) => ({ platformId, pixKey: null, basedOn })}
      />
    );
  return (
    <ConfirmChange
      {...dialog}
      title={remove.title(certificates.directions[direction])}
      procedure="master.removePlatformCertificate"
      inputFor={(basedOn) => ({ platformId, direction, basedOn })}
    />
  );
};

export default RemoveDialog;
