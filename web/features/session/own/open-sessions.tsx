import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { OpenSession } from '#/api/contract/person.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText, ProblemError, query } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Dialog } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { ErrorCard, SkeletonLines } from '#/web/ui/states.tsx';
import { useOwnAccessTexts } from '#/web/features/session/own-access-texts.ts';

const sessionsQuery = queryOptions({
  queryKey: ['open-sessions'],
  queryFn: ({ signal }) => query('person.listSessions', {}, { signal }),
});

interface OpenSessionsProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Sessions in all browsers; each can be ended. */
export const OpenSessions = ({ open, onClose }: OpenSessionsProps) => {
  const { sessions } = useOwnAccessTexts();
  return (
    <Dialog open={open} onClose={onClose} title={sessions.title} description={sessions.text}>
      <SessionList />
    </Dialog>
  );
};

const SessionList = () => {
  const { sessions: texts } = useOwnAccessTexts();
  const language = useLanguage();
  const result = useQuery(sessionsQuery);
  const list = useRef<HTMLUListElement>(null);
  const end = useWrite('person.endSession');
  // The session had ended already, which is what the user asked for.
  const hadEnded = end.error instanceof ProblemError && end.error.problem.status === 404;
  const endOne = (sessionId: string): void =>
    end.mutate(
      { sessionId },
      // The pressed button is gone, so the list gets the focus.
      { onSettled: () => void result.refetch().then(() => list.current?.focus()) },
    );
  if (!result.data) {
    if (result.error) {
      return <ErrorCard error={result.error} onRetry={() => void result.refetch()} />;
    }
    return <SkeletonLines count={3} height="h-14" label={texts.loading} />;
  }
  return (
    <>
      <div role="alert" className="mb-3 text-negative empty:hidden">
        {end.error && !hadEnded && failureText(end.error, language)}
      </div>
      <p role="status" className="mb-3 text-positive empty:hidden">
        {(end.isSuccess || hadEnded) && texts.ended}
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label={texts.title}
        className="divide-y divide-line outline-none"
      >
        {result.data.sessions.map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            isEnding={end.isPending && end.variables.sessionId === session.sessionId}
            onEnd={() => endOne(session.sessionId)}
          />
        ))}
      </ul>
    </>
  );
};

interface SessionRowProps {
  readonly session: OpenSession;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}

const SessionRow = ({ session, isEnding, onEnd }: SessionRowProps) => {
  const { sessions: texts } = useOwnAccessTexts();
  const { dateTime } = useFormats();
  const { browser, system, isThis, beganAt, usedAt } = session;
  const names = [browser, system].filter((name) => name !== null);
  const device = names.length === 0 ? texts.unknown : names.join(' · ');
  return (
    <li className="flex items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {isThis && <Badge tone="accent">{texts.isThis}</Badge>}
        </p>
        <p className="text-xs text-ink-faint">
          {texts.since(dateTime(beganAt))} · {texts.used(dateTime(usedAt))}
        </p>
      </div>
      {!isThis && (
        <Button
          pending={isEnding}
          aria-label={texts.endOf(device, dateTime(beganAt))}
          onClick={onEnd}
        >
          {texts.end}
        </Button>
      )}
    </li>
  );
};
