import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly step: number;
  readonly title: string;
  readonly children: ReactNode;
}

/** One numbered step of the page. */
export const Section = ({ id, step, title, children }: SectionProps) => (
  <section aria-labelledby={id} className="card p-4 sm:p-6">
    <h2 id={id} className="mb-5 flex items-center gap-3 text-lg font-semibold">
      <span
        aria-hidden
        className="grid size-7 place-items-center rounded-full bg-primary text-sm font-bold text-on-primary"
      >
        {step}
      </span>
      {title}
    </h2>
    {children}
  </section>
);
