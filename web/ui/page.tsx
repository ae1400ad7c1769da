import type { ReactNode } from 'react';
import { useDocumentTitle } from './hooks/use-document-title.ts';

interface PageProps {
  readonly title: string;
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The heading is also the document title. */
export const Page = ({ title, note, actions, children }: PageProps) => {
  useDocumentTitle(title);
  return (
    <div className="mx-auto grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] content-start gap-4 p-4 sm:p-6">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h1 className="text-xl font-semibold">{title}</h1>
          {note !== undefined && <p className="text-ink-muted">{note}</p>}
        </div>
        {actions}
      </header>
      {children}
    </div>
  );
};
