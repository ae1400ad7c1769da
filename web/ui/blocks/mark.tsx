export const Mark = ({ className }: { readonly className: string }) => (
  <svg aria-hidden viewBox="0 0 32 32" className={className}>
    <rect width="32" height="32" rx="7" className="fill-accent" />
    <path
      d="M10 24V8h7a5 5 0 0 1 1 9.9L22 24M10 18h7"
      fill="none"
      className="stroke-on-accent"
      strokeWidth="3"
    />
  </svg>
);
