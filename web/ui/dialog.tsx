import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { sessionLost } from '#/web/lib/session-lost.ts';
import { buttonClass } from './button.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { PopupContainer } from './hooks/popup-container.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

export const BACKDROP =
  'fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0';

/** A user who signs in again presses outside of this dialog, which must keep its input. */
const mayNotClose = (): boolean => sessionLost.isLost();

/** A modal dialog. Its popups are placed beside the scrolling content, so that they are not cut off. */
export const Dialog = (props: DialogProps) => {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={props.open} onOpenChange={(open) => open || mayNotClose() || props.onClose()}>
      <Base.Portal>
        {/* Forced: a dialog opened from the drawer has no backdrop otherwise. */}
        <Base.Backdrop forceRender className={BACKDROP} />
        <Base.Popup
          ref={popup}
          className={classNames(
            'fixed z-50 flex max-h-[92dvh] flex-col bg-surface text-ink shadow-overlay outline-none',
            'inset-x-0 bottom-0 rounded-t-xl',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[460px] sm:-translate-1/2 sm:rounded-xl',
            'transition data-ending-style:opacity-0 data-starting-style:opacity-0',
          )}
        >
          <PopupContainer value={popup}>
            <div className="min-h-0 overflow-y-auto p-5">
              <DialogHead {...props} />
              {props.children}
            </div>
          </PopupContainer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
};

const CloseButton = ({ className }: { readonly className?: string }) => {
  const { common } = useUiTexts();
  return (
    <Base.Close
      aria-label={common.close}
      className={classNames(buttonClass('quiet', 'icon'), className)}
    >
      <X aria-hidden className="size-4" />
    </Base.Close>
  );
};

const DialogHead = ({ title, description }: DialogProps) => (
  <div className="mb-4 flex items-start justify-between gap-4">
    <div>
      <Base.Title className="text-base font-semibold">{title}</Base.Title>
      {description !== undefined && (
        <Base.Description className="mt-1 text-ink-muted">{description}</Base.Description>
      )}
    </div>
    <CloseButton className="-mt-1.5 -mr-1.5" />
  </div>
);

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly toolbar?: ReactNode;
  readonly children: ReactNode;
}

/** A panel beside a list. It is not modal: the list stays usable, and the panel follows it. */
export const Drawer = (props: DrawerProps) => {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root
      open={props.open}
      onOpenChange={(open) => open || mayNotClose() || props.onClose()}
      modal={false}
      disablePointerDismissal
    >
      <Base.Portal>
        <Base.Popup
          ref={popup}
          // So that screen readers read the panel's title.
          initialFocus={popup}
          className={classNames(
            'fixed inset-y-0 right-0 z-30 flex w-full flex-col bg-surface text-ink sm:w-[560px]',
            'border-line shadow-overlay outline-none sm:border-l',
            'transition-transform duration-200 data-ending-style:translate-x-full',
            'data-starting-style:translate-x-full',
          )}
        >
          <PopupContainer value={popup}>
            <div className="flex items-center gap-2 border-b border-line py-2 pr-2 pl-5">
              <Base.Title className="min-w-0 flex-1 truncate text-sm font-semibold">
                {props.title}
              </Base.Title>
              {props.toolbar}
              <CloseButton />
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto">{props.children}</div>
          </PopupContainer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
};
