interface Entry {
  readonly label: string;
  /** The line's total. */
  readonly text: string;
  readonly isDashed?: boolean;
}

/** Each line's name and total. */
export const Legend = ({ entries }: { readonly entries: readonly Entry[] }) => (
  <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1 text-ink-muted">
    {entries.map(({ label, text, isDashed = false }) => (
      <li key={label} className="flex items-center gap-2">
        <svg aria-hidden viewBox="0 0 20 2" className="h-0.5 w-5 overflow-visible" fill="none">
          <path
            d="M0 1H20"
            strokeWidth={2}
            strokeDasharray={isDashed ? '4 4' : undefined}
            className={isDashed ? 'stroke-ink-faint' : 'stroke-accent'}
          />
        </svg>
        <span>{label}</span>
        <span className="font-medium text-ink">{text}</span>
      </li>
    ))}
  </ul>
);
