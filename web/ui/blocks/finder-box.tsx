import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { BACKDROP } from '#/web/ui/dialog.tsx';

export interface FinderEntry {
  readonly id: string;
  readonly label: string;
  /** Fainter, next to the label. */
  readonly note?: string | undefined;
  readonly open: () => void;
}

export interface FinderGroup {
  readonly heading: string;
  readonly items: readonly FinderEntry[];
}

interface FinderBoxProps {
  readonly title: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Enter opens the first item. */
  readonly groups: readonly FinderGroup[];
  /** Under the list. */
  readonly status: ReactNode;
  readonly onClose: () => void;
}

/** In characters. */
const LONGEST = 200;

/** The finder's dialog. Arrows choose, Enter opens, Escape closes. */
export const FinderBox = (props: FinderBoxProps) => {
  const { title, placeholder, text, onText, groups, status, onClose } = props;
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup
          aria-label={title}
          className="fixed inset-x-3 top-3 z-50 flex max-h-[min(32rem,calc(100dvh-1.5rem))] flex-col overflow-hidden rounded-xl bg-surface text-ink shadow-overlay outline-none sm:inset-x-auto sm:top-[12dvh] sm:left-1/2 sm:w-[36rem] sm:-translate-x-1/2"
        >
          <Autocomplete.Root
            inline
            open
            items={groups.map(({ heading, items }) => ({ value: heading, items }))}
            filter={null}
            autoHighlight="always"
            value={text}
            onValueChange={(next, { reason }) => {
              if (reason !== 'item-press') onText(next.slice(0, LONGEST));
            }}
            itemToStringValue={({ label }: FinderEntry) => label}
          >
            <div className="flex items-center gap-2.5 border-b border-line px-4">
              <Search aria-hidden className="size-4 shrink-0 text-ink-faint" />
              <Autocomplete.Input
                aria-label={title}
                placeholder={placeholder}
                className="h-14 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-ink-faint"
              />
            </div>
            <Autocomplete.List className="min-h-0 flex-1 overflow-y-auto p-2 empty:hidden">
              {({
                value,
                items,
              }: {
                readonly value: string;
                readonly items: readonly FinderEntry[];
              }) => <FoundItems key={value} heading={value} items={items} onClose={onClose} />}
            </Autocomplete.List>
            <div role="status" className="px-4 py-3 text-ink-muted empty:hidden">
              {status}
            </div>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};

const FoundItems = ({ heading, items, onClose }: FinderGroup & Pick<FinderBoxProps, 'onClose'>) => (
  <Autocomplete.Group items={items} className="pb-1">
    <Autocomplete.GroupLabel className="px-2.5 py-1.5 text-xs font-medium text-ink-faint">
      {heading}
    </Autocomplete.GroupLabel>
    <Autocomplete.Collection>
      {(item: FinderEntry) => (
        <Autocomplete.Item
          key={item.id}
          value={item}
          onClick={() => {
            onClose();
            item.open();
          }}
          className="flex min-h-control items-center gap-3 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-highlighted:bg-sunken"
        >
          <span className="min-w-0 flex-1 truncate">{item.label}</span>
          {item.note !== undefined && (
            <span className="shrink-0 text-xs text-ink-faint">{item.note}</span>
          )}
        </Autocomplete.Item>
      )}
    </Autocomplete.Collection>
  </Autocomplete.Group>
);
