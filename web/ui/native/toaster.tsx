import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';

const SHOWN_MILLISECONDS = 9_000;

/** One sentence at a time: the next takes the place of the last. */
let toast: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

const show = (text: string | undefined): void => {
  clearTimeout(timer);
  toast = text;
  for (const listener of listeners) listener();
};

/** Says one sentence over the page, and to screen readers at once. */
export const showToast = (text: string): void => {
  show(text);
  timer = setTimeout(() => show(undefined), SHOWN_MILLISECONDS);
};

/** Takes that sentence away, unless another has taken its place. */
export const dismissToast = (text: string): void => {
  if (toast === text) show(undefined);
};

export const clearToasts = (): void => show(undefined);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * The page's one live region for toasts; there from the start, or screen readers would miss the first. On phones it stands
 * above the pay bar, where it covers neither whose page it is nor what is bought.
 */
export const Toaster = ({ dismissLabel }: { readonly dismissLabel: string }) => {
  const text = useSyncExternalStore(
    subscribe,
    () => toast,
    () => undefined,
  );
  return (
    <div
      role="alert"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(5.5rem+env(safe-area-inset-bottom))] z-30 mx-auto max-w-lg p-3 md:top-0 md:bottom-auto"
    >
      {text !== undefined && (
        <div
          key={text}
          className="appear pointer-events-auto flex items-start gap-1 rounded-xl bg-ink py-1 pr-1 pl-4 text-surface shadow-overlay"
        >
          <p className="min-w-0 flex-1 py-2.5 text-sm font-medium">{text}</p>
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
