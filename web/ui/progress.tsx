import { Progress as Base } from '@base-ui/react/progress';

interface ProgressProps {
  readonly label: string;
  /** 0 to 100; null: unknown. */
  readonly value: number | null;
}

export const Progress = ({ label, value }: ProgressProps) => (
  <Base.Root value={value} aria-label={label}>
    <Base.Track className="h-1.5 overflow-hidden rounded-full bg-sunken">
      <Base.Indicator className="h-full rounded-full bg-accent transition-[width] duration-200 data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
    </Base.Track>
  </Base.Root>
);
