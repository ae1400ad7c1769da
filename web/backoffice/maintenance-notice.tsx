import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { Session } from '#/api/contract/session.ts';
import { sessionQuery } from '#/web/features/session/session-query.ts';
import { useTexts } from '#/web/i18n/texts.ts';

interface MaintenanceNoticeProps {
  /** The session with which the page was loaded. */
  readonly session: Session;
}

/** The platform's notice to signed-in users; read with the session, so it changes without a page load. */
export const MaintenanceNotice = ({ session }: MaintenanceNoticeProps) => {
  const { shell } = useTexts();
  const { data: current = session } = useQuery(sessionQuery);
  const notice = current?.maintenance ?? null;
  if (notice === null) return null;
  return (
    <section
      aria-label={shell.maintenance}
      className="flex items-start gap-2 border-b border-line bg-warning-soft px-4 py-2 text-warning sm:px-6"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 break-words">{notice}</p>
    </section>
  );
};
