/** Keeps at most `max` values. The option `max` of `LRUCache` would allocate all places at once. */
export const keepAtMost = (max: number) => ({ maxSize: max, sizeCalculation: () => 1 });
