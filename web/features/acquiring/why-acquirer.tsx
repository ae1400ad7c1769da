import { useQuery } from '@tanstack/react-query';
import { Check, Route, TriangleAlert } from 'lucide-react';
import type { AcquirerStep } from '#/api/contract/acquiring.ts';
import { Badge } from '#/web/ui/badge.tsx';
import type { Tone } from '#/web/ui/badge.tsx';
import { Button } from '#/web/ui/button.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { ScrollArea } from '#/web/ui/scroll-area.tsx';
import { ErrorCard } from '#/web/ui/states.tsx';
import { translateCode } from '#/web/i18n/texts.ts';
import { useAccountTexts } from './account-texts.ts';
import { explanationQuery } from './acquiring-queries.ts';

/** Why a payment went to its acquirer, and whether the recorded inputs still lead to the same decision. */
export const WhyAcquirer = ({ paymentId }: { readonly paymentId: string }) => {
  const texts = useAccountTexts();
  const result = useQuery(explanationQuery(paymentId));
  const explain = () => void result.refetch();
  return (
    <section aria-label={texts.why} className="mb-4 rounded-lg border border-line bg-canvas p-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <h3 className="font-semibold">{texts.why}</h3>
          <p className="text-ink-muted">{texts.whyText}</p>
        </div>
        <Button size="small" pending={result.isFetching} onClick={explain}>
          <Route aria-hidden className="size-3.5" />
          {texts.explain}
        </Button>
      </div>
      <div role="status">{result.data && <Steps steps={result.data.steps} />}</div>
      {result.error && <ErrorCard error={result.error} onRetry={explain} />}
    </section>
  );
};

const Steps = ({ steps }: { readonly steps: readonly AcquirerStep[] }) => {
  const texts = useAccountTexts();
  if (steps.length === 0) return <p className="mt-3 font-medium">{texts.noChoice}</p>;
  return (
    <ol className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">
      {steps.map((step, at) => (
        <Step key={step.at} step={step} number={at + 1} />
      ))}
    </ol>
  );
};

interface StepProps {
  readonly step: AcquirerStep;
  readonly number: number;
}

const Step = ({ step, number }: StepProps) => {
  const texts = useAccountTexts();
  const { dateTimeExact } = useFormats();
  const Icon = step.replayed ? Check : TriangleAlert;
  return (
    <li className="rounded-lg border border-line bg-surface p-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <p className="font-semibold">
          {number}. {step.label}
        </p>
        <span title={step.replayed ? texts.replayedText : texts.notReplayedText}>
          <Badge tone={step.replayed ? 'positive' : 'negative'}>
            <Icon aria-hidden className="size-3.5" />
            {step.replayed ? texts.replayed : texts.notReplayed}
          </Badge>
        </span>
      </div>
      <p className="text-xs text-ink-faint tabular-nums">{dateTimeExact(step.at)}</p>
      <p className="mt-1.5">
        {step.cause !== null && texts.cause(translateCode(texts.causes, step.cause))}{' '}
        {texts.reason[step.reason]}
      </p>
      <Considered step={step} number={number} />
    </li>
  );
};

const ELIGIBILITY_TONES: Readonly<Record<AcquirerStep['considered'][number]['standing'], Tone>> = {
  FIT: 'positive',
  ASIDE: 'warning',
  NOT_OFFERED: 'neutral',
  DECLINED: 'negative',
};

const Considered = ({ step, number }: StepProps) => {
  const texts = useAccountTexts();
  const { percent } = useFormats();
  return (
    <ScrollArea label={texts.consideredOf(number)} className="mt-2">
      <table className="w-full text-left text-xs">
        <caption className="sr-only">{texts.considered}</caption>
        <thead>
          <tr className="text-ink-faint">
            <th scope="col" className="py-1 pr-3 font-medium">
              {texts.acquirer}
            </th>
            <th scope="col" className="py-1 pr-3 text-right font-medium">
              {texts.shareColumn}
            </th>
            <th scope="col" className="py-1 font-medium">
              {texts.eligibilityColumn}
            </th>
          </tr>
        </thead>
        <tbody>
          {step.considered.map(({ provider, label, share, standing }) => (
            <tr key={provider} className="border-t border-line">
              <td className="py-1.5 pr-3">{label}</td>
              <td className="py-1.5 pr-3 text-right tabular-nums">{percent(share / 100)}</td>
              <td className="py-1.5">
                <span className="inline-flex flex-wrap gap-1.5">
                  <Badge tone={ELIGIBILITY_TONES[standing]}>{texts.eligibility[standing]}</Badge>
                  {provider === step.provider && <Badge tone="accent">{texts.chosen}</Badge>}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
};
