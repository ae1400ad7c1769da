import { LockKeyhole } from 'lucide-react';
import type { ReactNode } from 'react';

interface PageFrameProps {
  readonly name: string;
  readonly secure: string;
  readonly children: ReactNode;
}

/** The bar over both pages: who sells, and that it is safe. 1000 px is spec 1 §2.2's widest. */
export const PageFrame = ({ name, secure, children }: PageFrameProps) => (
  <>
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex h-14 max-w-[1000px] items-center gap-3 px-4">
        <span
          aria-hidden
          className="grid size-8 shrink-0 place-items-center rounded-lg bg-primary text-sm font-bold text-on-primary"
        >
          {name.trim().charAt(0).toUpperCase()}
        </span>
        <p className="min-w-0 flex-1 truncate font-semibold">{name}</p>
        <p className="flex items-center gap-1.5 rounded-full bg-positive-soft px-3 py-1.5 text-xs font-semibold text-positive">
          <LockKeyhole aria-hidden className="size-3.5" strokeWidth={2.5} />
          {secure}
        </p>
      </div>
    </header>
    {children}
  </>
);
