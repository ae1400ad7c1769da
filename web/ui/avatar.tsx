import { CircleUserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { initialsOf } from './initials.ts';

/**
 * Who somebody is at a glance; the name stands beside it in words. The initials are drawn, not written, so that a button's
 * name is what it says.
 */
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
  /** Null of somebody who was erased. */
  readonly name: string | null;
  /** Says who they are. */
  readonly children: ReactNode;
}

/** Somebody in a list, in one line, which a cell of a table cuts off where it ends. */
export const Named = ({ name, children }: NamedProps) => (
  <span>
    <Avatar name={name ?? ''} />
    <span className="ml-2.5">{children}</span>
  </span>
);
