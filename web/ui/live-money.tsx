import { useEffect, useRef, useState } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';

const ROLL_MILLISECONDS = 300;

const prefersStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** A number that moves to `target` in 300 ms, or at once with reduced motion. */
const useRolling = (target: number): number => {
  const [shown, setShown] = useState(target);
  const latestShown = useRef(target);
  useEffect(() => {
    const from = latestShown.current;
    if (from === target) return undefined;
    const startedAt = performance.now();
    const duration = prefersStillness() ? 0 : ROLL_MILLISECONDS;
    let frame = 0;
    const step = (now: number) => {
      const part = duration === 0 ? 1 : Math.min(1, (now - startedAt) / duration);
      const eased = 1 - (1 - part) ** 3;
      latestShown.current = part === 1 ? target : Math.round(from + (target - from) * eased);
      setShown(latestShown.current);
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
};

interface LiveNumberProps {
  readonly value: number;
  readonly format: (value: number) => string;
  readonly className?: string;
}

/** A number that rolls to a new value. Screen readers get the final value and are not interrupted (WCAG 2.2, screens.97). */
export const LiveNumber = ({ value, format, className }: LiveNumberProps) => {
  const shown = useRolling(value);
  const previous = useRef(value);
  const [flash, setFlash] = useState<{ readonly up: boolean; readonly count: number }>();
  useEffect(() => {
    const up = value > previous.current;
    if (value !== previous.current) setFlash((last) => ({ up, count: (last?.count ?? 0) + 1 }));
    previous.current = value;
  }, [value]);
  return (
    <span aria-live="off" className={classNames('tabular-nums', className)}>
      <span
        key={flash?.count ?? 0}
        aria-hidden
        className={classNames('rounded-sm', flash && (flash.up ? 'flash-up' : 'flash-down'))}
      >
        {format(shown)}
      </span>
      <span className="sr-only">{format(value)}</span>
    </span>
  );
};
