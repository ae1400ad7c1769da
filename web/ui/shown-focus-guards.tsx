import { useEffect } from 'react';

/** The UI kit hides its focus guards from screen readers although they are focusable (WCAG 4.1.2). */
export const ShownFocusGuards = () => {
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      for (const guard of document.querySelectorAll('[data-base-ui-focus-guard][aria-hidden]')) {
        guard.removeAttribute('aria-hidden');
      }
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return null;
};
