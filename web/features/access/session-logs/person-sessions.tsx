import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LONGEST_REASON, SHORTEST_REASON } from '#/domain/values/reason-length.ts';
import { toast } from '#/web/lib/toast.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { lazyDialog } from '#/web/ui/lazy-dialog.tsx';
import { openSessionsQuery, type OpenSession, type PersonRef } from './session-logs-queries.ts';
import { useSessionLogsTexts } from './session-logs-texts.ts';

const asking = lazyDialog(() => import('#/web/ui/blocks/reason-dialog.tsx'));

interface OfPerson {
  readonly person: PersonRef;
}

/** The open sessions of the person whose log is shown; each can be ended. */
export const PersonSessions = ({ person }: OfPerson) => {
  const { open: texts } = useSessionLogsTexts();
  const result = useQuery(openSessionsQuery(person));
  return (
    <Card title={texts.title} note={texts.note}>
      <Answer query={result} lines={2}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <p className="text-ink-muted">{texts.none}</p>
          ) : (
            <ul aria-label={texts.title} className="divide-y divide-line">
              {sessions.map((session) => (
                <SessionRow key={session.sessionId} person={person} session={session} />
              ))}
            </ul>
          )
        }
      </Answer>
    </Card>
  );
};

const SessionRow = ({ person, session }: OfPerson & { readonly session: OpenSession }) => {
  const { open: texts } = useSessionLogsTexts();
  const { dateTime } = useFormats();
  const { browser, system, isThis, beganAt, usedAt } = session;
  const device = [browser, system].filter((name) => name !== null).join(' · ') || texts.unknown;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {device}
          {isThis && <Badge tone="accent">{texts.isThis}</Badge>}
        </p>
        <p className="text-xs text-ink-faint">{texts.times(dateTime(beganAt), dateTime(usedAt))}</p>
      </div>
      {!isThis && (
        <EndSession
          person={person}
          sessionId={session.sessionId}
          label={texts.endOf(device, dateTime(beganAt))}
        />
      )}
    </li>
  );
};

interface EndSessionProps extends OfPerson {
  readonly sessionId: string;
  readonly label: string;
}

const EndSession = ({ person, sessionId, label }: EndSessionProps) => {
  const { open: texts } = useSessionLogsTexts();
  const [isAsking, setAsking] = useState(false);
  const write = useWrite('master.endSession');
  const ask = () => {
    // Clears an earlier failure.
    if (!write.isPending) write.reset();
    setAsking(true);
  };
  return (
    <>
      <Button {...asking.preload} aria-label={label} onClick={ask}>
        {texts.end}
      </Button>
      <asking.Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.asked}
        text={texts.text}
        label={texts.reason}
        submit={texts.end}
        tooShort={texts.tooShort}
        shortest={SHORTEST_REASON}
        longest={LONGEST_REASON}
        write={write}
        onReason={(reason) =>
          write.mutate(
            { ...person, sessionId, reason },
            { onSuccess: () => toast.success(texts.ended) },
          )
        }
      />
    </>
  );
};
