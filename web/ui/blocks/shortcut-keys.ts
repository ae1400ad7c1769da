import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select, [role=slider]'));

/** Binds single keys to functions, except while the user types in a field or holds Ctrl, Meta or Alt. */
export const useShortcutKeys = (
  tasks: Readonly<Record<string, (() => void) | undefined>>,
): void => {
  const latest = useRef(tasks);
  useEffect(() => {
    latest.current = tasks;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isPlain && !isTyping(event.target)) latest.current[event.key]?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
};
