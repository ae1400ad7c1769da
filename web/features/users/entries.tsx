import type { ComponentProps } from 'react';
import { OlderEntries } from '#/web/ui/blocks/older-entries.tsx';
import { useUserRecordTexts } from './user-record-texts.ts';

export const Entries = <Item,>(props: Omit<ComponentProps<typeof OlderEntries<Item>>, 'older'>) => {
  const { older } = useUserRecordTexts();
  return <OlderEntries {...props} older={older} />;
};
