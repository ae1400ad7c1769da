import { LockKeyhole, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { PixMark } from './pix-mark.tsx';

interface PageFrameProps {
  readonly mark: ReactNode;
  readonly name: string;
  readonly secure: string;
  readonly footer: string;
  readonly children: ReactNode;
}

/** The frame of the checkout and the payment page (checkout.14). */
export const PageFrame = ({ mark, name, secure, footer, children }: PageFrameProps) => (
  <div className="flex min-h-dvh flex-col">
    <header className="border-b border-line bg-surface print:hidden">
      <div className="mx-auto flex min-h-14 max-w-[1000px] items-center gap-3 px-4 py-2">
        {mark}
        <p className="line-clamp-2 min-w-0 flex-1 leading-tight font-semibold break-words">
          {name}
        </p>
        <p className="flex shrink-0 items-center gap-1.5 text-sm text-ink-muted">
          <LockKeyhole aria-hidden className="size-4 text-positive" />
          {secure}
        </p>
      </div>
    </header>
    {children}
    <footer className="mt-auto print:hidden">
      <p className="mx-auto flex max-w-[1000px] flex-wrap items-center justify-center gap-x-5 gap-y-2 px-4 py-6 text-sm text-ink-muted">
        <span className="flex items-center gap-2">
          <ShieldCheck aria-hidden className="size-4 text-positive" />
          {footer}
        </span>
        <span className="flex items-center gap-2">
          <PixMark className="size-4 text-teal" />
          PIX
        </span>
      </p>
    </footer>
  </div>
);
