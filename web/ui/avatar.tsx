import { CircleUserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { initialsOf } from '#/web/lib/initials.ts';

/**
 * A person's initials, for recognition at a glance; the full name is shown next to it. The initials are drawn, not text, so that
 * they do not become part of a button's accessible name.
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
  /** Null when the person's data were erased. */
  readonly name: string | null;
  /** The person's name or description. */
  readonly children: ReactNode;
}

/** A person in a list, on one line, which a table cell truncates at its edge. */
export const Named = ({ name, children }: NamedProps) => (
  <span>
    <Avatar name={name ?? ''} />
    <span className="ml-2.5">{children}</span>
  </span>
);
