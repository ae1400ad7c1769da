import { CircleUserRound } from 'lucide-react';
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
      className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent before:content-[attr(data-initials)]"
    >
      {initials === '' && <CircleUserRound className="size-5" />}
    </span>
  );
};
