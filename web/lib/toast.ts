import type { ExternalToast } from 'sonner';

type Kind = 'success' | 'error' | 'message';

/** `sonner`, which shows toasts, is loaded with the first one, so that pages do not wait for it. */
const show =
  (kind: Kind) =>
  (text: string, more: ExternalToast = {}): void => {
    void import('sonner')
      .then(({ toast: shown }) => shown[kind](text, more))
      .catch(() => undefined);
  };

export const toast = {
  success: show('success'),
  error: show('error'),
  message: show('message'),
} as const;
