/**
 * The cursors of the pages visited so far, in order; the first page has none. Responses have a cursor for the next page only; the trail
 * leads back, also after the browser's own back button.
 */
export type CursorTrail = readonly (string | undefined)[];

export const newTrail: CursorTrail = [undefined];

/** Records that the current page leads to `next`, and discards the pages after it. */
export const extendTrail = (
  trail: CursorTrail,
  current: string | undefined,
  next: string,
): CursorTrail => {
  const index = trail.indexOf(current);
  return index < 0 ? [current, next] : [...trail.slice(0, index + 1), next];
};

export interface TrailPlace {
  /** Counted from 1; undefined when it is not known, as after a link from outside or a reload. */
  readonly page: number | undefined;
  /** The cursor of the previous page; undefined if that is the first page, or unknown. */
  readonly previous: string | undefined;
  readonly hasPrevious: boolean;
}

export const placeIn = (trail: CursorTrail, current: string | undefined): TrailPlace => {
  if (current === undefined) return { page: 1, previous: undefined, hasPrevious: false };
  const index = trail.indexOf(current);
  const isCounted = index > 0 && trail[0] === undefined;
  return {
    page: isCounted ? index + 1 : undefined,
    previous: trail[index - 1],
    hasPrevious: true,
  };
};
