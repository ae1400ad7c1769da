import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { AuditedEvent } from '#/api/contract/admin.ts';
import { formatPosition } from '#/web/lib/format.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { ErrorCard } from '#/web/ui/states.tsx';
import { useRecordTexts } from '#/web/i18n/record-texts.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useAuditTexts } from './audit-texts.ts';
import { proofQuery } from './audit-queries.ts';
import type { ProofOutcome } from './verify-proof.ts';

interface SealProofProps {
  readonly paymentId: string;
  /** The events on the page; the outcome names those that the proof lacks. */
  readonly events: readonly AuditedEvent[];
}

/** Verifies the payment's seals in the browser. */
export const SealProof = ({ paymentId, events }: SealProofProps) => {
  const { audit } = useAuditTexts();
  const shownIds = events.map(({ id }) => id);
  const proof = useQuery(proofQuery(paymentId, shownIds));
  const verify = () => void proof.refetch();
  return (
    <section className="mb-4 rounded-lg border border-line bg-canvas p-4" aria-label={audit.seal}>
      <div className="flex items-start justify-between gap-4">
        <p className="text-ink-muted">{audit.sealText}</p>
        <Button size="small" pending={proof.isFetching} onClick={verify}>
          <ShieldCheck aria-hidden className="size-3.5" />
          {audit.verify}
        </Button>
      </div>
      <div role="status">{proof.data && <Outcome outcome={proof.data} events={events} />}</div>
      {proof.error && <ErrorCard error={proof.error} onRetry={verify} />}
    </section>
  );
};

interface OutcomeProps extends Pick<SealProofProps, 'events'> {
  readonly outcome: ProofOutcome;
}

const Outcome = ({ outcome, events }: OutcomeProps) => {
  const { audit } = useAuditTexts();
  const record = useRecordTexts();
  const listOf = (ids: readonly string[]): string =>
    events
      .filter(({ id }) => ids.includes(id))
      .map(({ type }) => record.event[type])
      .join(', ');
  if (outcome.kind === 'unsupported') return <p className="mt-3">{audit.unsupported}</p>;
  const [tone, badge, text] =
    outcome.kind === 'proved'
      ? (['positive', audit.proved, audit.provedText(outcome.events)] as const)
      : outcome.kind === 'not-sealed'
        ? (['warning', audit.notSealed, audit.notSealedText(outcome.events)] as const)
        : outcome.kind === 'not-covered'
          ? (['warning', audit.notCovered, audit.notCoveredText(listOf(outcome.ids))] as const)
          : ([
              'negative',
              audit.unproved,
              audit.unprovedText(formatPosition(outcome.place)),
            ] as const);
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{badge}</Badge>
        {text}
      </p>
      {outcome.kind === 'proved' && <FirstKey keyId={outcome.firstKeyId} />}
    </>
  );
};

/** The user must compare this key with the published one. */
const FirstKey = ({ keyId }: { readonly keyId: string }) => {
  const { audit } = useAuditTexts();
  const { common } = useTexts();
  return (
    <KeyValues>
      <KeyValue
        name={<span className="inline-block first-letter:uppercase">{audit.firstSealKey}</span>}
      >
        <CopyField
          value={keyId}
          label={common.copy(audit.firstSealKey)}
          copiedLabel={common.copied}
          className="w-44 sm:w-64"
        />
      </KeyValue>
    </KeyValues>
  );
};
