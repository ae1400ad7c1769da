/** Numbers in [0, 1), determined by the seed (mulberry32). */
export const chanceOf = (seed: number): (() => number) => {
  let state = Math.trunc(seed);
  return () => {
    state = Math.trunc(state + 0x6d_2b_79_f5);
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};
