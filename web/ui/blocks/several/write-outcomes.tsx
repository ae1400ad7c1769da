import type { ReactNode } from 'react';
import { useLanguage } from '#/web/lib/i18n.ts';
import { failureText } from '#/web/lib/rpc.ts';
import type { Outcome } from './write-all.ts';
import { Button } from '#/web/ui/button.tsx';
import { Progress } from '#/web/ui/progress.tsx';

interface WritesRunningProps {
  readonly text: string;
  /** How many writes have an outcome, of how many. */
  readonly known: number;
  readonly count: number;
  /** The text of the button that ends the writes after the one under way. */
  readonly stop: string;
  readonly onStop: () => void;
}

export const WritesRunning = ({ text, known, count, stop, onStop }: WritesRunningProps) => (
  <div className="grid gap-4">
    <p role="status">{text}</p>
    <Progress label={text} value={Math.round((100 * known) / count)} />
    {count > 1 && <Button onClick={onStop}>{stop}</Button>}
  </div>
);

interface WriteOutcomesProps {
  readonly summary: string;
  /** Accessible name of the list. */
  readonly label: string;
  readonly lines: readonly {
    readonly id: string;
    readonly name: string;
    readonly figure: string;
    readonly outcome: ReactNode;
  }[];
  /** The text of the button. */
  readonly close: string;
  readonly onClose: () => void;
}

/** Each write with its outcome. */
export const WriteOutcomes = ({ summary, label, lines, close, onClose }: WriteOutcomesProps) => (
  <div className="grid gap-4">
    <p role="status" className="font-medium">
      {summary}
    </p>
    <ul aria-label={label} className="divide-y divide-line border-y border-line">
      {lines.map(({ id, name, figure, outcome }) => (
        <li key={id} className="grid gap-0.5 py-2">
          <span className="flex justify-between gap-3 font-medium">
            <span className="min-w-0 truncate">{name}</span>
            <span className="tabular-nums">{figure}</span>
          </span>
          {outcome}
        </li>
      ))}
    </ul>
    <div className="flex justify-end">
      <Button kind="primary" onClick={onClose}>
        {close}
      </Button>
    </div>
  </div>
);

interface OutcomeTextProps<Answer> {
  readonly outcome: Outcome<Answer> | undefined;
  readonly notTried: string;
  readonly describe: (answer: Answer) => string;
}

export const OutcomeText = <Answer,>({ outcome, notTried, describe }: OutcomeTextProps<Answer>) => {
  const language = useLanguage();
  if (outcome === undefined || outcome.kind === 'notTried')
    return <span className="text-xs text-ink-muted">{notTried}</span>;
  if (outcome.kind === 'failed')
    return <span className="text-xs text-negative">{failureText(outcome.failure, language)}</span>;
  return <span className="text-xs text-positive">{describe(outcome.answer)}</span>;
};
