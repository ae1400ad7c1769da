import { ScrollArea } from './scroll-area.tsx';

/** A difference between two versions, as text. */
export interface DiffRow {
  readonly key: string;
  readonly place: string;
  readonly before: string;
  readonly after: string;
}

interface DiffTableProps {
  readonly rows: readonly DiffRow[];
  readonly texts: { readonly place: string; readonly before: string; readonly after: string };
}

export const DiffTable = ({ rows, texts }: DiffTableProps) => (
  <ScrollArea label={texts.place} className="rounded-md border border-line">
    <table className="w-full text-xs">
      <thead>
        <tr className="bg-sunken text-left text-ink-muted">
          <th scope="col" className="px-3 py-1.5 font-medium">
            {texts.place}
          </th>
          <th scope="col" className="px-3 py-1.5 font-medium">
            {texts.before}
          </th>
          <th scope="col" className="px-3 py-1.5 font-medium">
            {texts.after}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, place, before, after }) => (
          <tr key={key} className="border-t border-line align-top">
            <th scope="row" className="px-3 py-1.5 text-left font-normal">
              {place}
            </th>
            <td className="bg-negative-soft px-3 py-1.5 break-words text-negative">
              <del className="no-underline">{before}</del>
            </td>
            <td className="bg-positive-soft px-3 py-1.5 break-words text-positive">
              <ins className="no-underline">{after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollArea>
);
