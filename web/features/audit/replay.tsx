import { useQuery } from '@tanstack/react-query';
import { Check, History } from 'lucide-react';
import type { Difference } from '#/api/contract/admin.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { JsonView } from '#/web/ui/json-view.tsx';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { ErrorCard } from '#/web/ui/states.tsx';
import { useAuditTexts } from './audit-texts.ts';
import { replayQuery } from './audit-queries.ts';
import { Differences, useFieldTexts } from './differences.tsx';
import { placeText, valueText } from './field-texts.ts';
import { TechnicalDetails } from '#/web/ui/technical-details.tsx';

/** Derives the payment from its events again, and compares the result with the read model. */
export const Replay = ({ paymentId }: { readonly paymentId: string }) => {
  const { audit } = useAuditTexts();
  const result = useQuery(replayQuery(paymentId));
  const replay = () => void result.refetch();
  return (
    <section className="mb-6 rounded-lg border border-line bg-canvas p-4">
      <div className="flex items-start justify-between gap-4">
        <p className="text-ink-muted">{audit.replayText}</p>
        <Button size="small" pending={result.isFetching} onClick={replay}>
          <History aria-hidden className="size-3.5" />
          {audit.replay}
        </Button>
      </div>
      <div role="status">{result.data && <Outcome replay={result.data} />}</div>
      {result.error && <ErrorCard error={result.error} onRetry={replay} />}
    </section>
  );
};

const changeOf = ({ path, recorded, derived }: Difference) => ({
  path,
  before: recorded,
  after: derived,
});

const Outcome = ({ replay }: { readonly replay: OutputOf<'admin.replayPayment'> }) => {
  const { audit } = useAuditTexts();
  return (
    <div className="mt-3 grid gap-3">
      {replay.equal ? (
        <p className="flex items-center gap-2">
          <Badge tone="positive">
            <Check aria-hidden className="size-3.5" />
            {audit.equal}
          </Badge>
          {audit.equalText(replay.eventCount)}
        </p>
      ) : (
        <>
          <p>
            <Badge tone="negative">{audit.different(replay.differences.length)}</Badge>
          </p>
          <Differences
            differences={replay.differences.map(changeOf)}
            before={audit.recorded}
            after={audit.derivedValue}
          />
        </>
      )}
      <details>
        <summary className="w-fit cursor-pointer text-xs font-medium text-accent">
          {audit.derived}
        </summary>
        <Derived derived={replay.derived} />
      </details>
    </div>
  );
};

/** The derived payment as text, with all derived data as JSON below. */
const Derived = ({ derived }: Pick<OutputOf<'admin.replayPayment'>, 'derived'>) => {
  const fieldTexts = useFieldTexts();
  return (
    <div className="mt-2 grid gap-3">
      <KeyValues>
        {Object.entries(derived['payment'] ?? {}).map(([field, value]) => (
          <KeyValue key={field} name={placeText(field, fieldTexts)}>
            {valueText(field, value, fieldTexts)}
          </KeyValue>
        ))}
      </KeyValues>
      <TechnicalDetails>
        <JsonView value={derived} />
      </TechnicalDetails>
    </div>
  );
};
