/**
 * For the link that a press anywhere on its row follows. Only rows with such a link, or with details, are highlighted on hover; other
 * links of the row are layered above it (`ABOVE_ROW`).
 */
export const ROW_LINK = { 'data-row': '' } as const;

export const ROW_LINK_CLASS = 'after:absolute after:inset-0';

export const ABOVE_ROW = 'relative z-10';
