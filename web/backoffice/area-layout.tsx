import { Outlet, useLocation } from '@tanstack/react-router';
import {
  BanknoteArrowUp,
  BookOpenCheck,
  BriefcaseBusiness,
  Building2,
  ChartNoAxesColumn,
  CircleUserRound,
  Footprints,
  LayoutDashboard,
  IdCard,
  Landmark,
  Percent,
  Plug,
  ReceiptText,
  Scale,
  ShieldCheck,
  Stamp,
  Route,
  TriangleAlert,
  Wallet,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { lazy, Suspense, type ComponentProps } from 'react';
import type { Session } from '#/api/contract/session.ts';
import { hasFlag, roles } from '#/api/contract/roles.ts';
import { backofficePages, groupsOf, mayOpen } from '#/web/features/session/access.ts';
import type { BackofficePage } from '#/web/features/session/access.ts';
import { FinderButton } from './finder/finder-button.tsx';
import { AppShell } from '#/web/ui/blocks/app-shell.tsx';
import { LiveProvider } from '#/web/ui/live.tsx';
import { ReadOnly } from '#/web/ui/hooks/read-only.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useAlive } from '#/web/ui/hooks/use-alive.ts';
import { useIdle } from '#/web/ui/hooks/use-idle.ts';
import { AccountButton } from './account/account-button.tsx';
import { Forbidden } from './dead-ends.tsx';
import { MaintenanceNotice } from './maintenance-notice.tsx';

// Lazy: few users see it.
const ImpersonationBanner = lazy(() => import('#/web/features/session/impersonation-banner.tsx'));

const RETRY_MILLISECONDS = 5_000;

const importToasts = () => import('./toasts.tsx');

/** Retries until loaded: a lost connection must not crash the page. */
const fetchToasts = (): ReturnType<typeof importToasts> =>
  importToasts().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
    return fetchToasts();
  });

// Lazy: the page can be read without toasts.
const Toasts = lazy(fetchToasts);

const ICONS: Readonly<Record<BackofficePage['label'], LucideIcon>> = {
  dashboard: LayoutDashboard,
  mySales: ReceiptText,
  financial: Wallet,
  myProfile: IdCard,
  manageSales: ReceiptText,
  sellerRevenue: ChartNoAxesColumn,
  sellerNegative: TriangleAlert,
  exportAccounting: BookOpenCheck,
  investigations: Scale,
  documentValidation: ShieldCheck,
  bankAccounts: Landmark,
  manageWithdraws: Stamp,
  paidWithdrawals: BanknoteArrowUp,
  platformTerms: Percent,
  acquirings: Route,
  access: Footprints,
  functionaries: IdCard,
  manageUsers: CircleUserRound,
  manageManagers: BriefcaseBusiness,
  integrations: Plug,
  platforms: Building2,
  administrators: IdCard,
  masters: CircleUserRound,
  sessionLogs: Footprints,
  mails: Plug,
  installation: BookOpenCheck,
  managerUsers: CircleUserRound,
};

/** The topic of live updates: a seller's balance; for staff the platform's figures, or else the payouts to approve; undefined = none. */
const liveTopic = (session: Session) => {
  if (session.sellerId !== null) return `balance:${session.sellerId}` as const;
  if (hasFlag(session, 'isDashboardAvailable')) return `platform:${session.platformId}` as const;
  return hasFlag(session, 'isWithdrawsRequestUsersAvailable')
    ? (`payouts:${session.platformId}` as const)
    : undefined;
};

/** As high as the banner, so that nothing moves when it appears. */
const bannerSpace = <div className="min-h-14 border-b border-line bg-warning-soft" />;

const Banner = (props: ComponentProps<typeof ImpersonationBanner>) =>
  useAlive() ? (
    <Suspense fallback={bannerSpace}>
      <ImpersonationBanner {...props} />
    </Suspense>
  ) : (
    bannerSpace
  );

/** The frame around an area's pages, or a message if the user may not open the page. */
export const AreaLayout = ({ session }: { readonly session: Session }) => {
  const { areas, groups, nav } = useTexts();
  const isIdle = useIdle();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const page = backofficePages.find(({ to }) => to === path);
  const topic = liveTopic(session);
  const { impersonation } = session;
  return (
    <LiveProvider topic={topic}>
      <AppShell
        isLive={topic !== undefined}
        area={areas[roles[session.role].area]}
        sections={groupsOf(session).map(({ group, pages }) => ({
          heading: group === 'overview' ? undefined : groups[group],
          items: pages.map(({ to, label }) => ({ to, label: nav[label], icon: ICONS[label] })),
        }))}
        finder={<FinderButton session={session} />}
        tools={<AccountButton session={session} />}
        banner={
          <>
            {impersonation && <Banner session={session} impersonation={impersonation} />}
            <MaintenanceNotice session={session} />
          </>
        }
      >
        <ReadOnly value={impersonation !== null}>
          {page && !mayOpen(session, page) ? <Forbidden /> : <Outlet />}
        </ReadOnly>
      </AppShell>
      {isIdle && (
        <Suspense fallback={null}>
          <Toasts />
        </Suspense>
      )}
    </LiveProvider>
  );
};
