import { useId } from 'react';
import type { ReactNode } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';

interface CardProps {
  readonly title?: ReactNode;
  readonly note?: ReactNode;
  readonly action?: ReactNode;
  /** Content reaches the border. */
  readonly flush?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A part of a page, whose title labels the region. */
export const Card = ({ title, note, action, flush = false, className, children }: CardProps) => {
  const headingId = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : headingId}
      className={classNames(
        'min-w-0 rounded-lg border border-line bg-surface shadow-card',
        className,
      )}
    >
      {title !== undefined && (
        <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 pt-3.5">
          <div className="min-w-0">
            <h2 id={headingId} className="text-sm font-semibold text-ink">
              {title}
            </h2>
            {note !== undefined && <p className="text-xs text-ink-faint">{note}</p>}
          </div>
          {action}
        </header>
      )}
      <div className={flush ? 'pt-3' : 'p-4'}>{children}</div>
    </section>
  );
};
