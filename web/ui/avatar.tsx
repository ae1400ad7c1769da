import { CircleUserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { initialsOf } from '#/web/lib/initials.ts';

/** Initials beside the full name: the style sheet draws them, so that a button's accessible name leaves them out. */
export const Avatar = ({ name }: { readonly name: string }) => {
  const initials = initialsOf(name);
  return (
    <span
      aria-hidden
      data-initials={initials}
      className="inline-grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft align-middle text-xs font-semibold text-accent before:content-[attr(data-initials)]"
    >
      {initials === '' && <CircleUserRound className="size-5" />}
    </span>
  );
};

interface NamedProps {
  /** Null for erased data. */
  readonly name: string | null;
  /** Name or description. */
  readonly children: ReactNode;
}

/** Initials and a name on one line, truncated at a cell's edge. */
export const Named = ({ name, children }: NamedProps) => (
  <span>
    <Avatar name={name ?? ''} />
    <span className="ml-2.5">{children}</span>
  </span>
);
