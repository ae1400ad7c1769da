import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '#/web/ui/card.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { factorResetsQuery, type PersonRef } from './factor-reset-queries.ts';
import { useFactorResetTexts } from './factor-reset-texts.ts';

interface WaitingResetsProps {
  readonly kind: PersonRef['kind'];
  /** Makes a link to a person's details. */
  readonly toPerson: (personId: string, label: string) => ReactNode;
}

/** Resets that wait until a second member of staff confirms them. */
export const WaitingResets = ({ kind, toPerson }: WaitingResetsProps) => {
  const texts = useFactorResetTexts();
  const { dateTime } = useFormats();
  const { data } = useQuery(factorResetsQuery);
  const resets = data?.resets.filter((reset) => reset.kind === kind) ?? [];
  if (resets.length === 0) return null;
  return (
    <div className="mx-auto w-full max-w-7xl px-4 pt-6 sm:px-6">
      <Card title={texts.waitingTitle} note={texts.waitingNote}>
        <ul className="grid gap-2">
          {resets.map(({ resetId, personId, name, askedBy, askedAt }) => (
            <li key={resetId} className="flex flex-wrap gap-x-2">
              {toPerson(personId, name ?? personId)}
              <span className="text-ink-muted">
                {texts.askedBy(askedBy ?? '—', dateTime(askedAt))}
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
};
