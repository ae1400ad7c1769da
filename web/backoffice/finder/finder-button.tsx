import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Session } from '#/api/contract/session.ts';
import { buttonClass } from '#/web/ui/button.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useAlive } from '#/web/ui/hooks/use-alive.ts';

const fetchFinder = () => import('./finder.tsx');
const Finder = lazy(fetchFinder);

/** Apple devices show ⌘ instead of Ctrl. */
const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the finder. Ctrl K (⌘ K) opens and closes it too. */
export const FinderButton = ({ session }: { readonly session: Session }) => {
  const { finder } = useTexts();
  const [open, setOpen] = useState(false);
  const isAlive = useAlive();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const hasModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!hasModifier || event.key.toLowerCase() !== 'k') return;
      // Browsers would otherwise focus their own search field.
      event.preventDefault();
      setOpen((isOpen) => !isOpen);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void fetchFinder()}
        className={classNames(buttonClass('quiet'), 'px-2.5 sm:border sm:border-line sm:pr-2')}
      >
        <Search aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{finder.open}</span>
        <kbd
          aria-hidden
          className="ml-6 hidden rounded-sm bg-sunken px-1.5 font-sans text-xs text-ink-faint md:inline"
        >
          {isAlive && isApple() ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      <Suspense fallback={null}>
        {open && <Finder session={session} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
};
