import { useQuery } from '@tanstack/react-query';
import { Download, UserX } from 'lucide-react';
import { useState } from 'react';
import type { SubjectState } from '#/api/contract/privacy.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import type { Tone } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import type { Formats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { useTexts, translateCode } from '#/web/i18n/texts.ts';
import type { BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import { mayAskForErasure } from './erasure-outlook.ts';
import { PrivacyDialog } from './privacy-dialog.tsx';
import { subjectQuery } from './privacy-queries.ts';

interface PrivacyTabProps {
  readonly paymentId: string;
  readonly mayExport: boolean;
  readonly mayErase: boolean;
}

/** The classes of a buyer's stored data, and buttons to export and erase them. */
export const PrivacyTab = ({ paymentId, mayExport, mayErase }: PrivacyTabProps) => {
  const { privacy } = useTexts();
  const result = useQuery(subjectQuery(paymentId));
  const [asking, setAsking] = useState<'export' | 'erase'>();
  return (
    <Answer query={result} lines={5}>
      {(person) => (
        <>
          <p className="mb-4 text-ink-muted">{privacy.text}</p>
          <Classes person={person} />
          <div className="mt-6 flex flex-wrap gap-2">
            {mayExport && (
              <Button onClick={() => setAsking('export')}>
                <Download aria-hidden className="size-4" />
                {privacy.export}
              </Button>
            )}
            {mayErase && mayAskForErasure(person) && (
              <Button onClick={() => setAsking('erase')}>
                <UserX aria-hidden className="size-4" />
                {privacy.erase}
              </Button>
            )}
          </div>
          <PrivacyDialog
            person={person}
            paymentId={paymentId}
            asking={asking}
            onClose={() => setAsking(undefined)}
          />
        </>
      )}
    </Answer>
  );
};

type ClassState = SubjectState['classes'][number];

const TONES: Readonly<Record<ClassState['state'], Tone>> = {
  FREE: 'neutral',
  HELD: 'warning',
  ERASED: 'positive',
};

/** `mantido até 20/11/2031: nota fiscal`; without a day, only why. */
export const holdText = (
  { causes, until }: ClassState,
  { privacy }: BackofficeTexts,
  { day }: Formats,
): string => {
  const why = causes.map((cause) => translateCode(privacy.cause, cause)).join(', ');
  return until === null ? privacy.heldWhile(why) : privacy.heldUntil(day(until), why);
};

const Classes = ({ person }: { readonly person: SubjectState }) => {
  const texts = useTexts();
  const formats = useFormats();
  const { privacy } = texts;
  return (
    <KeyValues title={privacy.kept}>
      {person.classes.map((each) => (
        <KeyValue key={each.class} name={translateCode(privacy.class, each.class)}>
          <Badge tone={TONES[each.state]}>{privacy.state[each.state]}</Badge>
          {each.state === 'HELD' && (
            <p className="mt-1 text-xs text-ink-muted">{holdText(each, texts, formats)}</p>
          )}
        </KeyValue>
      ))}
      {person.requestedAt !== null && (
        <KeyValue name={privacy.requestedAt}>{formats.dateTime(person.requestedAt)}</KeyValue>
      )}
    </KeyValues>
  );
};
