import { useEffect } from 'react';

/**
 * The UI kit hides the focus guards of an open popup from screen readers although they are focusable, which WCAG 4.1.2 forbids
 * (axe: aria-hidden-focus). This removes `aria-hidden`. The guards have no text that a screen reader could read.
 */
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
