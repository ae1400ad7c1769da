import { useQuery } from '@tanstack/react-query';
import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { AuditedEvent } from '#/api/contract/admin.ts';
import { formatPosition } from '#/web/lib/format.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Badge } from '#/web/ui/badge.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { JsonView } from '#/web/ui/json-view.tsx';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { actorText, useRecordTexts } from '#/web/i18n/record-texts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useAuditTexts } from './audit-texts.ts';
import { paymentAuditQuery } from './audit-queries.ts';
import { Replay } from './replay.tsx';
import { SealProof } from './seal-proof.tsx';
import { TechnicalDetails } from '#/web/ui/technical-details.tsx';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';

/** The payment's recorded events. */
export const AuditTrail = ({ paymentId }: { readonly paymentId: string }) => {
  const { audit } = useAuditTexts();
  const result = useQuery(paymentAuditQuery(paymentId));
  return (
    <>
      <Replay paymentId={paymentId} />
      <Answer query={result} lines={6}>
        {({ events }) => (
          <>
            <SealProof paymentId={paymentId} events={events} />
            <p className="mb-2 text-xs text-ink-faint">
              {audit.events(events.length)} · {audit.sealed}
            </p>
            <ol className="grid gap-2">
              {events.map((event) => (
                <li key={event.id}>
                  <EventCard event={event} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Answer>
    </>
  );
};

interface WithEvent {
  readonly event: AuditedEvent;
}

const EventCard = ({ event }: WithEvent) => {
  const { audit } = useAuditTexts();
  const { sale } = useTexts();
  const record = useRecordTexts();
  const { dateTimeExact } = useFormats();
  return (
    <details className="rounded-lg border border-line">
      <summary className="flex cursor-pointer flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-lg px-3 py-2.5 hover:bg-canvas">
        <span className="min-w-0">
          <span className="block font-semibold">{record.event[event.type]}</span>
          <span className="block text-xs text-ink-faint tabular-nums">
            {dateTimeExact(event.recordedAt)} · {sale.by(actorText(event.actor, record))}
          </span>
        </span>
        {event.intact ? (
          <Badge tone="positive">
            <ShieldCheck aria-hidden className="size-3.5" />
            {audit.intact}
          </Badge>
        ) : (
          <Badge tone="negative">
            <ShieldAlert aria-hidden className="size-3.5" />
            {audit.broken}
          </Badge>
        )}
      </summary>
      <div className="border-t border-line p-3">
        {event.reason !== null && (
          <KeyValues>
            <KeyValue name={audit.reason}>{event.reason}</KeyValue>
          </KeyValues>
        )}
        <Postings event={event} />
        <div className="mt-4">
          <TechnicalDetails>
            <EventFacts event={event} />
            <h3 className="mt-4 mb-1.5 text-xs font-semibold">{audit.data}</h3>
            <JsonView value={event.data} />
          </TechnicalDetails>
        </div>
      </div>
    </details>
  );
};

const EventFacts = ({ event }: WithEvent) => {
  const { audit } = useAuditTexts();
  const { common } = useTexts();
  const hashes = [
    [audit.contentHash, event.contentHash],
    [audit.chainHash, event.chainHash],
  ] as const;
  return (
    <KeyValues>
      <KeyValue name={audit.eventName}>
        <span className="font-mono text-xs break-all">{event.type}</span>
      </KeyValue>
      <KeyValue name={audit.actor}>
        <span className="font-mono text-xs break-all">{event.actor}</span>
      </KeyValue>
      <KeyValue name={audit.position}>
        {formatPosition(event.position)} · {audit.revision} {event.revision} · v{event.version}
      </KeyValue>
      <KeyValue name={audit.causation}>
        <span className="font-mono text-xs break-all">{event.causation}</span>
      </KeyValue>
      {hashes.map(
        ([name, hash]) =>
          hash !== null && (
            <KeyValue
              key={name}
              name={<span className="inline-block first-letter:uppercase">{name}</span>}
            >
              <CopyField
                value={hash}
                label={common.copy(name)}
                copiedLabel={common.copied}
                className="w-44 sm:w-64"
              />
            </KeyValue>
          ),
      )}
    </KeyValues>
  );
};

const Postings = ({ event: { postings } }: WithEvent) => {
  const { audit } = useAuditTexts();
  const { money } = useFormats();
  if (postings.length === 0) {
    return <p className="mt-4 text-xs text-ink-faint">{audit.noPostings}</p>;
  }
  return (
    <ScrollArea label={audit.postings} className="mt-4">
      <table className="w-full text-left text-xs">
        <thead>
          <tr className="text-ink-faint">
            <th scope="col" className="py-1 pr-3 font-medium">
              {audit.from}
            </th>
            <th scope="col" className="py-1 pr-3 font-medium">
              {audit.to}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {audit.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {postings.map((posting, index) => (
            <tr key={index} className="border-t border-line">
              <td className="py-1.5 pr-3 font-mono">{posting.from}</td>
              <td className="py-1.5 pr-3 font-mono">{posting.to}</td>
              <td className="py-1.5 text-right whitespace-nowrap tabular-nums">
                {money(posting.amount)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
};
