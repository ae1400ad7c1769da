import type { ReactNode } from 'react';

interface MeanwhileNoticeProps {
  readonly title: string;
  /** What was changed, and what happens to the user's input. */
  readonly children: ReactNode;
}

/** Scrolls to the notice: the end of a long form may be out of sight. */
const reveal = (notice: HTMLDivElement | null): void =>
  notice?.scrollIntoView({ block: 'nearest' });

/** Says that others changed what this user is editing or reading. */
export const MeanwhileNotice = ({ title, children }: MeanwhileNoticeProps) => (
  <div
    ref={reveal}
    role="alert"
    className="grid scroll-mb-24 grid-cols-[minmax(0,1fr)] gap-2 rounded-md bg-warning-soft p-3 text-warning"
  >
    <p className="font-medium">{title}</p>
    {children}
  </div>
);
