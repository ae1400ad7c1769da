import { Link } from '@tanstack/react-router';
import type { LinkProps } from '@tanstack/react-router';
import { Menu as MenuIcon, WifiOff, X } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { buttonClass } from '#/web/ui/button.tsx';
import { classNames } from '#/web/ui/style/class-names.ts';
import { useLiveStatus } from '#/web/ui/live.tsx';
import { PopupContainer } from '#/web/ui/hooks/popup-container.ts';
import { useUiTexts } from '#/web/ui/hooks/use-ui-texts.ts';
import { useOnline } from '#/web/ui/hooks/use-online.ts';
import { Mark } from './mark.tsx';

export interface NavigationItem {
  readonly to: NonNullable<LinkProps['to']>;
  readonly label: string;
  readonly icon: LucideIcon;
}

export interface NavigationSection {
  /** The first section may have none. */
  readonly heading: string | undefined;
  readonly items: readonly NavigationItem[];
}

interface AppShellProps {
  /** Whether the user gets live updates. */
  readonly isLive: boolean;
  readonly area: string;
  readonly sections: readonly NavigationSection[];
  /** Left in the top bar. */
  readonly finder: ReactNode;
  /** Right in the top bar. */
  readonly tools: ReactNode;
  /** Above each page. */
  readonly banner?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of the back office: sidebar, top bar and page. On a phone the sidebar is a drawer. */
export const AppShell = (props: AppShellProps) => {
  const { area, sections, isLive, finder, tools, banner, children } = props;
  const { shell } = useUiTexts();
  const content = useRef<HTMLElement>(null);
  return (
    <PopupContainer value={content}>
      <div className="lg:grid lg:min-h-dvh lg:grid-cols-[248px_minmax(0,1fr)] print:block">
        <a
          href="#content"
          className={classNames(buttonClass('primary'), 'absolute -top-20 left-4 z-50 focus:top-2')}
        >
          {shell.skip}
        </a>
        <aside className="sticky top-0 hidden h-dvh border-r border-line bg-surface lg:block print:hidden">
          <Sidebar area={area} sections={sections} />
        </aside>
        <div className="flex min-h-dvh min-w-0 flex-col">
          <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-b border-line bg-surface px-3 sm:px-6 print:hidden">
            <MobileNavigation area={area} sections={sections} />
            {finder}
            <div className="flex-1" />
            {isLive && <LiveDot />}
            {tools}
          </header>
          {banner}
          <OfflineBanner />
          <main ref={content} id="content" tabIndex={-1} className="flex-1 outline-none">
            {children}
          </main>
        </div>
      </div>
    </PopupContainer>
  );
};

interface SidebarProps {
  readonly area: string;
  readonly sections: readonly NavigationSection[];
  readonly onNavigate?: () => void;
}

const LINK = classNames(
  'flex h-control shrink-0 items-center gap-2.5 rounded-md px-2.5 font-medium text-ink-muted',
  'hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent',
);

/** Our name and the area stay in sight; the links scroll. */
const Sidebar = ({ area, sections, onNavigate }: SidebarProps) => {
  const { shell } = useUiTexts();
  const id = useId();
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-14 shrink-0 items-center gap-2.5 px-4">
        <Mark className="size-7" />
        <div className="leading-tight">
          <p className="text-base font-semibold tracking-tight">Razão</p>
          <p className="text-xs text-ink-faint">{area}</p>
        </div>
      </div>
      <nav
        aria-label={shell.navigation}
        className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain px-3 py-2"
      >
        {sections.map(({ heading, items }, index) => (
          <section key={heading ?? ''} aria-labelledby={heading && `${id}-${index}`}>
            {heading !== undefined && (
              <h2 id={`${id}-${index}`} className="px-2.5 pb-1 text-xs font-medium text-ink-faint">
                {heading}
              </h2>
            )}
            <div className="grid gap-0.5">
              {items.map(({ to, label, icon: Icon }) => (
                <Link
                  key={to}
                  to={to}
                  // A page's URL may begin like another's.
                  activeOptions={{ exact: true, includeSearch: false }}
                  className={LINK}
                  ref={showCurrent}
                  {...(onNavigate && { onClick: onNavigate })}
                >
                  <Icon aria-hidden className="size-4 shrink-0" />
                  <span className="truncate">{label}</span>
                </Link>
              ))}
            </div>
          </section>
        ))}
      </nav>
    </div>
  );
};

const showCurrent = (link: HTMLAnchorElement | null): void => {
  if (link?.getAttribute('aria-current') === 'page') link.scrollIntoView({ block: 'nearest' });
};

/** The browser's modal dialog keeps the focus inside and closes on Escape. */
const MobileNavigation = ({ area, sections }: SidebarProps) => {
  const { shell } = useUiTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        aria-label={shell.menu}
        aria-haspopup="dialog"
        onClick={() => dialog.current?.showModal()}
        className={classNames(buttonClass('quiet', 'icon'), 'lg:hidden')}
      >
        <MenuIcon aria-hidden className="size-5" />
      </button>
      <dialog
        ref={dialog}
        aria-label={shell.navigation}
        closedby="any"
        className="h-dvh max-h-none w-72 bg-surface text-ink shadow-overlay backdrop:bg-backdrop"
      >
        <div className="relative h-full">
          <button
            type="button"
            aria-label={shell.closeMenu}
            onClick={close}
            className={classNames(buttonClass('quiet', 'icon'), 'absolute top-2.5 right-2')}
          >
            <X aria-hidden className="size-4" />
          </button>
          <Sidebar area={area} sections={sections} onNavigate={close} />
        </div>
      </dialog>
    </>
  );
};

/** Says whether live updates arrive, also as text, for users who do not see the dot. */
const LiveDot = () => {
  const { shell } = useUiTexts();
  const isOnline = useOnline();
  const open = useLiveStatus() === 'open' && isOnline;
  return (
    <span role="status" className="mr-1 flex items-center gap-1.5 text-xs text-ink-faint">
      <span
        aria-hidden
        className={classNames('size-2 rounded-full', open ? 'bg-positive' : 'bg-warning')}
      />
      {open ? shell.live : shell.reconnecting}
    </span>
  );
};

const OfflineBanner = () => {
  const { shell } = useUiTexts();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <p className="flex items-center justify-center gap-2 bg-warning-soft px-4 py-2 text-warning">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {shell.offline}
        </p>
      )}
    </div>
  );
};
