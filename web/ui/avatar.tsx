import { CircleUserRound } from 'lucide-react';
import { initialsOf } from './initials.ts';

/** Who somebody is at a glance; the name stands beside it in words. */
export const Avatar = ({ name }: { readonly name: string }) => {
  const initials = initialsOf(name);
  return (
    <span
      aria-hidden
      className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
    >
      {initials === '' ? <CircleUserRound className="size-5" /> : initials}
    </span>
  );
};
