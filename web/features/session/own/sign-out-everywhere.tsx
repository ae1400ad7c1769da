import { useState } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useTexts } from '#/web/i18n/texts.ts';
import { useOwnAccessTexts } from '#/web/features/session/own-access-texts.ts';
import { signOut } from '#/web/features/session/sign-in.ts';

interface SignOutEverywhereProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Called when all sessions have ended, this one too. */
  readonly onLeft: () => void;
}

/** Ends all sessions of the user. Explains the effect before the user confirms it. */
export const SignOutEverywhere = ({ open, onClose, onLeft }: SignOutEverywhereProps) => {
  const { common } = useTexts();
  const { everywhere } = useOwnAccessTexts();
  const language = useLanguage();
  const [failure, setFailure] = useState<unknown>();
  const [pending, setPending] = useState(false);
  const close = () => {
    setFailure(undefined);
    onClose();
  };
  const leave = async () => {
    setPending(true);
    try {
      await signOut({ everywhere: true });
      onLeft();
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog open={open} onClose={close} title={everywhere.title} description={everywhere.text}>
      <div role="alert" className="mb-3 text-negative empty:hidden">
        {failure !== undefined && failureText(failure, language)}
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={close}>{common.cancel}</Button>
        <Button kind="danger" pending={pending} onClick={() => void leave()}>
          {everywhere.signOut}
        </Button>
      </div>
    </Dialog>
  );
};
