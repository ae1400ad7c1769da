import type { ReactNode } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';

interface KeyValuesProps {
  readonly title?: string;
  readonly children: ReactNode;
}

export const KeyValues = ({ title, children }: KeyValuesProps) => (
  <section className="not-first:mt-6">
    {title !== undefined && <h3 className="mb-1.5 text-sm font-semibold">{title}</h3>}
    <dl className="divide-y divide-line border-y border-line">{children}</dl>
  </section>
);

interface KeyValueProps {
  readonly name: ReactNode;
  readonly isTotal?: boolean;
  readonly children: ReactNode;
}

export const KeyValue = ({ name, isTotal = false, children }: KeyValueProps) => (
  <div
    className={classNames(
      'flex min-h-9 items-center justify-between gap-4 py-1.5',
      isTotal && 'font-semibold',
    )}
  >
    <dt className={isTotal ? '' : 'text-ink-muted'}>{name}</dt>
    <dd className="min-w-0 text-right break-words tabular-nums">{children}</dd>
  </div>
);
