import type { ExternalToast } from 'sonner';

type Kind = 'success' | 'error' | 'message';

/** `sonner`, which shows toasts, is loaded with the first toast, so that pages do not wait for it. */
const show =
  (kind: Kind) =>
  (text: string, options: ExternalToast = {}): void => {
    void import('sonner')
      .then(({ toast: sonnerToast }) => sonnerToast[kind](text, options))
      .catch(() => undefined);
  };

export const toast = {
  success: show('success'),
  error: show('error'),
  message: show('message'),
} as const;
