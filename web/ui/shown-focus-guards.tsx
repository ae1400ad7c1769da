import { useEffect } from 'react';

/** Removes `aria-hidden` from the UI kit's focus guards, which are focusable (WCAG 4.1.2; axe: aria-hidden-focus). */
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
