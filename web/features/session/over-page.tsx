import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from '#/web/ui/style/class-names.ts';

interface OverPageProps {
  readonly title: string;
  readonly text: string;
  readonly failure: string | undefined;
  /** Whether the page behind is hidden, because another person may use the browser by now. */
  readonly hidesPage: boolean;
  /** On Escape; undefined: Escape does nothing. */
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** A dialog outside of the app's root: another dialog that is open in the root may make everything else in it unreachable. */
export const OverPage = (props: OverPageProps) => {
  const { title, text, failure, hidesPage, onCancel, children } = props;
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // The dialog is closed before its removal, so that the browser restores the focus.
    return () => element?.close();
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // Otherwise Escape would close a dialog below.
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      className={classNames(
        'm-auto w-full max-w-sm rounded-xl border border-line bg-surface p-6 text-ink shadow-overlay',
        hidesPage ? 'backdrop:bg-canvas' : 'backdrop:bg-black/40',
      )}
    >
      <h2 id={titleId} className="font-semibold">
        {title}
      </h2>
      <p className="mt-1 text-ink-muted">{text}</p>
      <div role="alert" className="mt-3 text-negative empty:hidden">
        {failure}
      </div>
      <div className="mt-5 grid gap-4">{children}</div>
    </dialog>,
    document.body,
  );
};
