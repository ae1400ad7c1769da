import type { OutputOf } from '#/api/contract/contract.ts';
import { Button } from '#/web/ui/button.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { useStaffTexts } from './staff-texts.ts';

interface InvitedProps {
  readonly invited: Pick<OutputOf<'admin.inviteFunctionary'>, 'to' | 'url'>;
  readonly email: string;
  readonly onClose: () => void;
}

/** The form is gone by then: the keyboard goes on from here. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** Where the link went, or the link itself where no mail goes out. It is kept nowhere: once closed, it is gone. */
export const Invited = ({ invited: { to, url }, email, onClose }: InvitedProps) => {
  const texts = useStaffTexts();
  return (
    <div className="grid gap-4 *:min-w-0">
      <p role="status">{texts.sent[to](email)}</p>
      {to === 'outbox' && (
        <a href="/outbox" className="w-fit font-medium text-accent hover:underline">
          {texts.outbox}
        </a>
      )}
      {url !== null && (
        <div className="grid gap-2 rounded-md bg-warning-soft p-3 text-warning *:min-w-0">
          <p>{texts.linkOnce}</p>
          <CopyField
            value={url}
            label={texts.copyLink}
            copiedLabel={texts.copied}
            className="rounded-sm bg-surface px-2 py-1 text-ink"
          />
        </div>
      )}
      <Button ref={takeFocus} kind="primary" onClick={onClose}>
        {texts.done}
      </Button>
    </div>
  );
};
