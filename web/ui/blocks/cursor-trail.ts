/** Cursors of the visited pages, undefined for the first one. Responses have only the next page's cursor; the trail leads back. */
export type CursorTrail = readonly (string | undefined)[];

export const newTrail: CursorTrail = [undefined];

/** Discards the pages after `current`. */
export const extendTrail = (
  trail: CursorTrail,
  current: string | undefined,
  next: string,
): CursorTrail => {
  const index = trail.indexOf(current);
  return index < 0 ? [current, next] : [...trail.slice(0, index + 1), next];
};

export interface TrailPlace {
  /** From 1; undefined after a reload or a link from outside. */
  readonly page: number | undefined;
  /** Undefined if the previous page is the first, or unknown. */
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
