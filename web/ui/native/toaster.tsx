import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';

const SHOWN_MILLISECONDS = 9_000;

interface Toast {
  readonly text: string;
  readonly isHigh: boolean;
}

/** The toast on screen; the next one replaces it. */
let toast: Toast | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const show = (next: Toast | undefined): void => {
  clearTimeout(timer);
  toast = next;
  for (const listener of listeners) listener();
};

/** Shows a toast, which screen readers announce at once. `isHigh`: at the top on phones too. */
export const showToast = (text: string, isHigh = false): void => {
  show({ text, isHigh });
  timer = setTimeout(() => show(undefined), SHOWN_MILLISECONDS);
};

/** Removes the toast with this text, unless another has replaced it. */
export const dismissToast = (text: string): void => {
  if (toast?.text === text) show(undefined);
};

export const clearToasts = (): void => show(undefined);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The place of toasts, rendered from the start: otherwise screen readers would miss the first toast. */
export const Toaster = ({ dismissLabel }: { readonly dismissLabel: string }) => {
  const shown = useSyncExternalStore(
    subscribe,
    () => toast,
    () => undefined,
  );
  return (
    <div
      role="alert"
      className={`pointer-events-none fixed inset-x-0 z-30 mx-auto max-w-lg p-3 ${shown?.isHigh ? 'top-0' : 'bottom-[calc(7.75rem+env(safe-area-inset-bottom))] md:top-0 md:bottom-auto'}`}
    >
      {shown && (
        <div
          key={shown.text}
          className="appear pointer-events-auto flex items-start gap-1 rounded-xl bg-ink py-1 pr-1 pl-4 text-surface shadow-overlay"
        >
          <p className="min-w-0 flex-1 py-2.5 text-sm font-medium">{shown.text}</p>
          <button
            type="button"
            aria-label={dismissLabel}
            onClick={() => show(undefined)}
            className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-white/15 focus-visible:outline-surface"
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      )}
    </div>
  );
};
