import { Minus, TrendingDown, TrendingUp } from 'lucide-react';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';

interface ChangeProps {
  readonly now: number;
  readonly before: number;
  /** The text if there was no volume before. */
  readonly none: string;
}

/** The change since the period before; the colour says no more than sign and arrow. */
export const Change = ({ now, before, none }: ChangeProps) => {
  const { percent } = useFormats();
  if (before === 0) return <span className="text-ink-faint">{none}</span>;
  const change = now / before - 1;
  const Icon = change > 0 ? TrendingUp : change < 0 ? TrendingDown : Minus;
  const tone = change > 0 ? 'text-positive' : change < 0 ? 'text-negative' : 'text-ink-muted';
  return (
    <span className={`inline-flex items-center gap-1 font-medium ${tone}`}>
      <Icon aria-hidden className="size-4" />
      {change > 0 ? '+' : ''}
      {percent(change)}
    </span>
  );
};
