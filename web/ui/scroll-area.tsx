import type { ReactNode } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';

interface ScrollAreaProps {
  readonly label: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A box that scrolls on its own, also by keyboard. */
export const ScrollArea = ({ label, className, children }: ScrollAreaProps) => (
  <div
    role="group"
    aria-label={label}
    tabIndex={0}
    className={classNames('overflow-x-auto focus-visible:-outline-offset-2', className)}
  >
    {children}
  </div>
);
