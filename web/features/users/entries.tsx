import type { ComponentProps } from 'react';
import { OlderEntries } from '#/web/ui/blocks/older-entries.tsx';
import { useUserRecordTexts } from './user-record-texts.ts';

/** What was read so far of a list about a seller, the last first, and a button for what is older. */
export const Entries = <Item,>(props: Omit<ComponentProps<typeof OlderEntries<Item>>, 'older'>) => {
  const { older } = useUserRecordTexts();
  return <OlderEntries {...props} older={older} />;
};
