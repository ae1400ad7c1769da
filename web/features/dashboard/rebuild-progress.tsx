import { useQuery } from '@tanstack/react-query';
import { Badge } from '#/web/ui/badge.tsx';
import { useFormats } from '#/web/ui/formats.ts';
import { Progress } from '#/web/ui/progress.tsx';
import { useTexts } from '#/web/ui/texts.ts';
import { rebuildQuery } from './dashboard-queries.ts';

interface RebuildProgressBarProps {
  readonly jobId: string;
  readonly name: string;
  readonly isBack: boolean;
}

/** How far a rebuild is, and in the end whether the new rows equal the old ones. */
export const RebuildProgressBar = ({ jobId, name, isBack }: RebuildProgressBarProps) => {
  const { projections } = useTexts();
  const { count } = useFormats();
  const { data } = useQuery(rebuildQuery(jobId));
  if (!data) return null;
  const names = data.names.join(', ') || name;
  const title = isBack ? projections.goingBack(names) : projections.rebuilding(names);
  const percent = data.total === 0 ? null : Math.round((100 * data.done) / data.total);
  return (
    <div className="mx-4 mb-3 grid gap-2 rounded-md border border-line bg-canvas p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">{title}</p>
        <span role="status">
          {data.failure !== null && <Badge tone="negative">{data.failure}</Badge>}
          {data.failure === null && data.equal === null && (
            <Badge tone="accent">{projections.phase[data.phase]}</Badge>
          )}
          {data.equal !== null && (
            <Badge tone={data.equal ? 'positive' : 'warning'}>
              {data.equal ? projections.equal : projections.different}
            </Badge>
          )}
        </span>
      </div>
      <Progress label={title} value={data.phase === 'flipped' ? 100 : percent} />
      <p className="text-xs text-ink-faint tabular-nums">
        {projections.progress(count(data.done), count(Math.max(data.done, data.total)))} ·{' '}
        {projections.rate(count(data.perSecond))}
      </p>
    </div>
  );
};
