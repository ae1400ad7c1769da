import { Button } from '#/web/ui/button.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';

interface MailedLinkProps {
  readonly texts: {
    /** Where the link went. */
    readonly sent: Readonly<Record<'server' | 'outbox' | 'nothing', (email: string) => string>>;
    readonly outbox: string;
    readonly linkOnce: string;
    readonly copyLink: string;
    readonly copied: string;
    readonly done: string;
  };
  readonly to: 'server' | 'outbox' | 'nothing';
  readonly email: string;
  /** The link, when no mail is sent; it is not stored and cannot be shown again. */
  readonly url: string | null;
  readonly onClose: () => void;
}

/** The button takes the focus, because the form that had it was removed. */
const takeFocus = (button: HTMLButtonElement | null): void => button?.focus();

/** Where the link went, or the link to hand over. */
export const MailedLink = ({ texts, to, email, url, onClose }: MailedLinkProps) => (
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
