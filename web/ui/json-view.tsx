import type { ReactNode } from 'react';

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null;

const Leaf = ({ value }: { readonly value: unknown }) => {
  const text = JSON.stringify(value) ?? '—';
  if (typeof value === 'string') return <span className="break-all text-positive">{text}</span>;
  if (typeof value === 'number') return <span className="text-accent">{text}</span>;
  return <span className="text-warning">{text}</span>;
};

const Name = ({ name }: { readonly name: string | undefined }): ReactNode =>
  name !== undefined && <span className="text-ink-muted">{name}: </span>;

interface NodeProps {
  readonly name?: string;
  readonly value: unknown;
  readonly depth: number;
}

const Node = ({ name, value, depth }: NodeProps) => {
  if (!isBranch(value)) {
    return (
      <div className="pl-4">
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  const entries = Object.entries(value);
  const brackets = Array.isArray(value) ? '[]' : '{}';
  return (
    <details open={depth < 2} className="pl-4 [&>summary]:-ml-4">
      <summary className="cursor-pointer rounded-sm marker:text-ink-faint">
        <Name name={name} />
        <span className="text-ink-faint">
          {brackets[0]}
          {entries.length}
          {brackets[1]}
        </span>
      </summary>
      {entries.map(([key, child]) => (
        <Node key={key} name={key} value={child} depth={depth + 1} />
      ))}
    </details>
  );
};

/** A tree whose top two levels are open. */
export const JsonView = ({ value }: { readonly value: unknown }) => (
  <div className="overflow-x-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5">
    <Node value={value} depth={0} />
  </div>
);
