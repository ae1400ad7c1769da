/** Marks the link or button that a press anywhere on its row triggers. Other links are above it (`ABOVE_ROW`). */
export const ROW_LINK = { 'data-row': '' } as const;

export const ROW_LINK_CLASS = 'after:absolute after:inset-0';

export const ABOVE_ROW = 'relative z-10';
