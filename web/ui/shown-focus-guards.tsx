import { useEffect } from 'react';

/**
 * The kit hides what guards the focus of an open popup from screen readers, though it can be focused, which WCAG 4.1.2
 * forbids (axe: aria-hidden-focus). Without a name it is passed over all the same.
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
