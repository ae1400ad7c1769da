import { useEffect } from 'react';

/** Shows the UI kit's focus guards to screen readers: the kit hides them although they are focusable (WCAG 4.1.2). */
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
