import type { ComponentProps } from 'react';
import { OlderEntries } from '#/web/ui/blocks/older-entries.tsx';
import { useUserRecordTexts } from './user-record-texts.ts';

/** The loaded entries of a list about a seller, newest first, and a button to load older ones. */
export const Entries = <Item,>(props: Omit<ComponentProps<typeof OlderEntries<Item>>, 'older'>) => {
  const { older } = useUserRecordTexts();
  return <OlderEntries {...props} older={older} />;
};
