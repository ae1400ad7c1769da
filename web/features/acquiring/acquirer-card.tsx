import { toast } from '#/web/lib/toast.ts';
import type { AcquirerShown, Acquiring } from '#/api/contract/acquiring.ts';
import type { OutputOf } from '#/api/contract/contract.ts';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import { useWrite } from '#/web/lib/use-write.ts';
import { Badge } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { useTexts, translateCode } from '#/web/i18n/texts.ts';
import { useAccountTexts } from './account-texts.ts';
import { AcquirerFacts } from './acquirer-facts.tsx';
import { answeredPart } from './acquirer-list.ts';
import { ConnectButton } from './connect-button.tsx';
import { DisconnectButton } from './disconnect-button.tsx';
import { purposesUsing } from './route-draft.ts';

/** The embedded acquirer needs no account. */
const EMBEDDED = 'sandbox';

interface WithAcquirer {
  readonly acquirer: AcquirerShown;
}

interface AcquirerCardProps extends WithAcquirer {
  readonly routes: Acquiring['routes'];
}

/** A connected acquirer with its health and actions. */
export const AcquirerCard = ({ acquirer, routes }: AcquirerCardProps) => {
  const texts = useAccountTexts();
  const { common } = useTexts();
  const test = useWrite('admin.testAcquirer');
  const purposeNames = purposesUsing(routes, acquirer.id).map((purpose) => texts.purpose[purpose]);
  const isEmbedded = acquirer.id === EMBEDDED;
  return (
    <li className="rounded-lg border border-line p-3 sm:p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <AcquirerFacts acquirer={acquirer}>
          {isEmbedded && <Badge tone="neutral">{texts.embedded}</Badge>}
          {!acquirer.enabled && <Badge tone="warning">{texts.notEnabled}</Badge>}
          {purposeNames.length > 0 && (
            <Badge tone="positive">{texts.inRoutes(purposeNames.join(', '))}</Badge>
          )}
        </AcquirerFacts>
        <div className="flex flex-wrap gap-2">
          <Button
            size="small"
            aria-label={`${texts.test} ${acquirer.label}`}
            pending={test.isPending}
            onClick={() => test.mutate({ provider: acquirer.id })}
          >
            {texts.test}
          </Button>
          {!isEmbedded && (
            <>
              <ConnectButton acquirer={acquirer} />
              <DisconnectButton acquirer={acquirer} purposeNames={purposeNames} />
            </>
          )}
        </div>
      </div>
      <TestOutcome isPending={test.isPending} outcome={test.data} error={test.error} />
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-xs">
        <span className="text-ink-muted">{texts.webhookUrl}</span>
        <CopyField
          value={acquirer.webhookUrl}
          label={common.copy(texts.webhookUrl)}
          copiedLabel={common.copied}
        />
      </p>
      <UnknownStatuses words={acquirer.unheardWords} />
      <h4 className="mt-3 text-xs font-medium text-ink-muted">{texts.health}</h4>
      <ul className="divide-y divide-line">
        {acquirer.health.map((health) => (
          <HealthLine key={health.purpose} acquirer={acquirer} health={health} />
        ))}
      </ul>
    </li>
  );
};

/** Statuses from the acquirer that we do not know. */
const UnknownStatuses = ({ words }: { readonly words: AcquirerShown['unheardWords'] }) => {
  const texts = useAccountTexts();
  const { dateTimeExact } = useFormats();
  if (words.length === 0) return null;
  return (
    <div className="mt-3 text-xs">
      <Badge tone="warning">{texts.unknownStatuses}</Badge>
      <p className="mt-1 text-ink-muted">{texts.unknownStatusesText}</p>
      <ul className="mt-1 grid gap-0.5">
        {words.map(({ about, word, takenFor, at }) => (
          <li key={`${about} ${word}`} className="break-words">
            {texts.unknownStatus(
              word,
              texts.unknownAbout[about],
              translateCode(texts.takenFor, takenFor),
              dateTimeExact(at),
            )}
          </li>
        ))}
      </ul>
    </div>
  );
};

interface TestOutcomeProps {
  readonly isPending: boolean;
  readonly outcome: OutputOf<'admin.testAcquirer'> | undefined;
  readonly error: Error | null;
}

const TestOutcome = ({ isPending, outcome, error }: TestOutcomeProps) => {
  const texts = useAccountTexts();
  const { count } = useFormats();
  const language = useLanguage();
  return (
    <div role="status" className="mt-2 flex flex-wrap items-center gap-2 empty:hidden">
      {isPending && <span className="text-ink-muted">{texts.testing}</span>}
      {!isPending && outcome && (
        <>
          <Badge tone={outcome.outcome === 'answered' ? 'positive' : 'negative'}>
            {texts.outcome[outcome.outcome]}
          </Badge>
          {outcome.milliseconds !== null && (
            <span className="text-xs text-ink-faint tabular-nums">
              {texts.took(count(outcome.milliseconds))}
            </span>
          )}
        </>
      )}
      {!isPending && error && <span className="text-negative">{failureText(error, language)}</span>}
    </div>
  );
};

interface HealthLineProps extends WithAcquirer {
  readonly health: AcquirerShown['health'][number];
}

const HealthLine = ({ acquirer, health: { purpose, seen, aside } }: HealthLineProps) => {
  const texts = useAccountTexts();
  const { count, percent, dateTimeExact } = useFormats();
  const part = answeredPart(seen);
  const figures =
    part === undefined
      ? [texts.noCalls]
      : [texts.calls(seen.calls), texts.answered(percent(part)), texts.median(count(seen.median))];
  return (
    <li className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
      <p className="tabular-nums">
        <span className="inline-block min-w-16 font-medium">{texts.purpose[purpose]}</span>{' '}
        <span className="text-ink-muted">{figures.join(' · ')}</span>
      </p>
      {aside ? (
        <div className="flex flex-wrap items-center gap-2">
          <Badge tone="warning">{texts.suspendedUntil(dateTimeExact(aside.until))}</Badge>
          <span className="text-xs text-ink-muted">
            {aside.reason === 'FAILING'
              ? texts.finding.FAILING(aside.seen.answered, aside.seen.calls)
              : texts.finding.SLOW(count(aside.seen.median))}
          </span>
          <ResumeButton acquirer={acquirer} purpose={purpose} />
        </div>
      ) : (
        <Badge tone="positive">{texts.serving}</Badge>
      )}
    </li>
  );
};

const ResumeButton = ({
  acquirer: { id, label },
  purpose,
}: WithAcquirer & { readonly purpose: AcquirerShown['purposes'][number] }) => {
  const texts = useAccountTexts();
  const language = useLanguage();
  const write = useWrite('admin.resumeAcquirer');
  const resume = () =>
    write.mutate(
      { provider: id, purpose },
      {
        onSuccess: () =>
          toast.success(texts.resumed(texts.healthOf(texts.purpose[purpose], label))),
        onError: (error) => toast.error(failureText(error, language)),
      },
    );
  return (
    <Button
      size="small"
      aria-label={`${texts.resume}: ${texts.healthOf(texts.purpose[purpose], label)}`}
      pending={write.isPending}
      onClick={resume}
    >
      {texts.resume}
    </Button>
  );
};
