import type { ExternalToast } from 'sonner';

type Kind = 'success' | 'error' | 'message';

/** The library comes with the first text, so that no page waits for it. A text that cannot be shown is no failure of what it is about. */
const show =
  (kind: Kind) =>
  (text: string, more: ExternalToast = {}): void => {
    void import('sonner')
      .then(({ toast: shown }) => shown[kind](text, more))
      .catch(() => undefined);
  };

/** Says for a moment, in the corner of the screen, that something is done or has failed. */
export const toast = {
  success: show('success'),
  error: show('error'),
  message: show('message'),
} as const;
