import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '#/web/lib/toast.ts';
import { isOutdated } from '#/web/lib/use-basis.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Confirm } from '#/web/ui/blocks/confirm.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { refreshQueries } from '#/web/lib/refresh-queries.ts';
import { signingKeysQuery } from './platforms-queries.ts';
import { useSigningKeysTexts } from './signing-keys-texts.ts';

interface RotateDialogProps {
  readonly platformId: string;
  readonly name: string;
  /** The public key on the page. */
  readonly current: string;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Explains what a new signing key means. */
const RotateDialog = (props: RotateDialogProps) => {
  const { rotate } = useSigningKeysTexts();
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={rotate.title(props.name)}
      description={rotate.text}
    >
      <Replacement {...props} />
    </Dialog>
  );
};

/** Replaces the key that the page showed when the dialog opened; after a conflict, the key that the page shows now. */
const Replacement = ({ platformId, current, onClose }: RotateDialogProps) => {
  const { rotate } = useSigningKeysTexts();
  const client = useQueryClient();
  const write = useWrite('master.rotateSigningKey');
  const [initialKey] = useState(current);
  const [isFollowing, setFollowing] = useState(false);
  const replacedKey = isFollowing ? current : initialKey;
  const onSuccess = (): void => {
    toast.success(rotate.done);
    onClose();
  };
  const onError = (failure: Error): void => {
    if (!isOutdated(failure)) return;
    setFollowing(true);
    void refreshQueries(client, { queryKey: signingKeysQuery(platformId).queryKey });
  };
  return (
    <div className="grid gap-4">
      <ul className="grid list-disc gap-1 pl-5">
        {rotate.follows.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <div className="grid gap-1">
        <p className="text-xs text-ink-muted">{rotate.what}</p>
        <p className="font-mono text-xs break-all">{replacedKey}</p>
      </div>
      <Confirm
        submit={rotate.submit}
        kind="danger"
        write={write}
        failure={isOutdated(write.error) ? rotate.meanwhile : undefined}
        onConfirm={() => write.mutate({ platformId, after: replacedKey }, { onSuccess, onError })}
        onClose={onClose}
      />
    </div>
  );
};

export default RotateDialog;
