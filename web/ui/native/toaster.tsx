import { X } from 'lucide-react';
import { useSyncExternalStore } from 'react';

interface Toast {
  readonly id: number;
  readonly text: string;
}

const SHOWN_MILLISECONDS = 9_000;
const NONE: readonly Toast[] = [];

let toasts = NONE;
let lastId = 0;
const listeners = new Set<() => void>();

const change = (next: readonly Toast[]): void => {
  toasts = next;
  for (const listener of listeners) listener();
};

const dismiss = (id: number): void => change(toasts.filter((toast) => toast.id !== id));

/** Says one sentence over the page, and to screen readers at once. The same sentence stands only once. */
export const showToast = (text: string): void => {
  lastId += 1;
  const id = lastId;
  change([...toasts.filter((toast) => toast.text !== text), { id, text }]);
  setTimeout(() => dismiss(id), SHOWN_MILLISECONDS);
};

export const clearToasts = (): void => change(NONE);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The page's one live region for toasts; there from the start, or screen readers would miss the first. */
export const Toaster = ({ dismissLabel }: { readonly dismissLabel: string }) => {
  const shown = useSyncExternalStore(
    subscribe,
    () => toasts,
    () => NONE,
  );
  return (
    <div
      role="alert"
      className="pointer-events-none fixed inset-x-0 top-0 z-30 mx-auto grid max-w-lg gap-2 p-3"
    >
      {shown.map(({ id, text }) => (
        <div
          key={id}
          className="appear pointer-events-auto flex items-start gap-1 rounded-xl bg-ink py-1 pr-1 pl-4 text-surface shadow-overlay"
        >
          <p className="min-w-0 flex-1 py-2.5 text-sm font-medium">{text}</p>
          <button
            type="button"
            aria-label={dismissLabel}
            onClick={() => dismiss(id)}
            className="grid size-11 shrink-0 place-items-center rounded-lg hover:bg-white/15 focus-visible:outline-surface"
          >
            <X aria-hidden className="size-4" />
          </button>
        </div>
      ))}
    </div>
  );
};
