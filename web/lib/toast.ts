import type { ExternalToast } from 'sonner';

type Kind = 'success' | 'error' | 'message';

/** The library is loaded with the first toast, so that no page waits for it. A toast that cannot be shown is not reported as an error. */
const show =
  (kind: Kind) =>
  (text: string, more: ExternalToast = {}): void => {
    void import('sonner')
      .then(({ toast: shown }) => shown[kind](text, more))
      .catch(() => undefined);
  };

/** Shows briefly, in the corner of the screen, that something was done or has failed. */
export const toast = {
  success: show('success'),
  error: show('error'),
  message: show('message'),
} as const;
