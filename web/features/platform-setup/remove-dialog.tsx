import type { Direction } from '#/domain/platform/directions.ts';
import { ConfirmChange } from '#/web/ui/blocks/confirm-change.tsx';
import { useSetupTexts } from './setup-texts.ts';

interface RemoveDialogProps {
  readonly platformId: string;
  /** Of the certificate to remove; null: the PIX key. */
  readonly direction: Direction | null;
  /** The revision on the page. */
  readonly revision: number;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains what removing a default does. */
const RemoveDialog = ({ platformId, direction, ...shown }: RemoveDialogProps) => {
  const { receiver, certificates, remove, meanwhile } = useSetupTexts();
  const dialog = {
    ...shown,
    onDone: shown.onClose,
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
