import { Tabs as Base } from '@base-ui/react/tabs';
import { useState, type ReactNode } from 'react';
import { classNames } from '#/web/ui/style/class-names.ts';

export interface Tab {
  readonly value: string;
  readonly label: string;
  readonly content: ReactNode;
}

const TAB =
  'h-11 px-1 text-sm font-medium whitespace-nowrap text-ink-faint hover:text-ink data-active:text-ink';

interface TabsProps {
  readonly label: string;
  readonly tabs: readonly Tab[];
  /** Sticky tabs stay at the top, and the content scrolls under them. */
  readonly isSticky?: boolean;
}

/** A tab's content is mounted when it is first shown, to request data then. It stays mounted, to keep input. */
export const Tabs = ({ label, tabs, isSticky = true }: TabsProps) => {
  const first = tabs[0]?.value ?? '';
  const [mountedTabs, setMountedTabs] = useState<ReadonlySet<string>>(new Set([first]));
  return (
    <Base.Root
      defaultValue={first}
      onValueChange={(value) => setMountedTabs(new Set([...mountedTabs, String(value)]))}
    >
      <Base.List
        aria-label={label}
        className={classNames(
          'flex gap-5 overflow-x-auto border-b border-line bg-surface px-4',
          isSticky ? 'sticky top-0 z-10' : 'relative',
        )}
      >
        {tabs.map((tab) => (
          <Base.Tab key={tab.value} value={tab.value} className={TAB}>
            {tab.label}
          </Base.Tab>
        ))}
        <Base.Indicator className="absolute bottom-0 left-0 h-0.5 w-(--active-tab-width) translate-x-(--active-tab-left) bg-accent transition-all" />
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={mountedTabs.has(tab.value)}
          className="p-5 outline-none"
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
};
