import type { ReactNode } from 'react';
import { Mark } from './mark.tsx';

interface AuthFrameProps {
  readonly title: string;
  readonly text: string;
  /** Why the page was opened for the user. */
  readonly notice?: string | undefined;
  readonly failure?: string | undefined;
  readonly children: ReactNode;
  readonly footer?: ReactNode;
}

/** The frame of pages before sign-in: one card under our name. */
export const AuthFrame = ({ title, text, notice, failure, children, footer }: AuthFrameProps) => (
  <main className="grid min-h-dvh place-items-center p-4">
    <div className="w-full max-w-sm">
      <Wordmark />
      <div className="rounded-xl border border-line bg-surface p-6 shadow-card">
        <h1 className="text-lg font-semibold">{title}</h1>
        <p className="mt-1 text-ink-muted">{text}</p>
        {notice !== undefined && (
          <p role="status" className="mt-4 rounded-md bg-accent-soft px-3 py-2 text-accent">
            {notice}
          </p>
        )}
        <div role="alert">
          {failure !== undefined && (
            <p className="mt-4 rounded-md bg-negative-soft px-3 py-2 text-negative">{failure}</p>
          )}
        </div>
        {children}
      </div>
      {footer}
    </div>
  </main>
);

const Wordmark = () => (
  <p className="mb-5 flex items-center justify-center gap-2 text-lg font-semibold tracking-tight">
    <Mark className="size-7" />
    Razão
  </p>
);
