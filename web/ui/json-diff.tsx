import { ScrollArea } from './scroll-area.tsx';

/** One place where two JSON values differ; undefined where one of them has nothing. */
interface JsonDifference {
  /** `postings[0].amount`; empty for the whole value. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

const shown = (value: unknown): string => (value === undefined ? '—' : JSON.stringify(value));

interface JsonDiffProps {
  readonly differences: readonly JsonDifference[];
  readonly texts: { readonly path: string; readonly before: string; readonly after: string };
}

/** Where two values differ, leaf by leaf: what it was and what it is. */
export const JsonDiff = ({ differences, texts }: JsonDiffProps) => (
  <ScrollArea label={texts.path} className="rounded-md border border-line">
    <table className="w-full text-xs">
      <thead>
        <tr className="bg-sunken text-left text-ink-muted">
          <th scope="col" className="px-3 py-1.5 font-medium">
            {texts.path}
          </th>
          <th scope="col" className="px-3 py-1.5 font-medium">
            {texts.before}
          </th>
          <th scope="col" className="px-3 py-1.5 font-medium">
            {texts.after}
          </th>
        </tr>
      </thead>
      <tbody className="font-mono">
        {differences.map((difference) => (
          <tr key={difference.path} className="border-t border-line align-top">
            <th scope="row" className="px-3 py-1.5 text-left font-normal">
              {difference.path}
            </th>
            <td className="bg-negative-soft px-3 py-1.5 break-all text-negative">
              <del className="no-underline">{shown(difference.before)}</del>
            </td>
            <td className="bg-positive-soft px-3 py-1.5 break-all text-positive">
              <ins className="no-underline">{shown(difference.after)}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollArea>
);
