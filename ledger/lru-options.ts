/**
 * Returns the options of an `LRUCache` that keeps at most `max` values and allocates their places as they come. Its own option `max`
 * allocates all of them at once.
 */
export const keepAtMost = (max: number) => ({ maxSize: max, sizeCalculation: () => 1 });
