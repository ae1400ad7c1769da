/**
 * Marks the link of a row that is followed when the user presses anywhere on the row. Only rows with such a link, or with details, are
 * highlighted on hover. Other links of the row are layered above it (`ABOVE_ROW`).
 */
export const ROW_LINK = { 'data-row': '' } as const;

export const ROW_LINK_CLASS = 'after:absolute after:inset-0';

export const ABOVE_ROW = 'relative z-10';
