import type { ReactNode } from 'react';

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Separated by space rather than a box. */
export const Section = ({ id, title, children }: SectionProps) => (
  <section aria-labelledby={id}>
    <h2 id={id} className="mb-4 text-lg font-semibold">
      {title}
    </h2>
    {children}
  </section>
);
