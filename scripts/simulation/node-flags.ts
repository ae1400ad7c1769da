/**
 * For programs that run many seeds. Most objects of a run live briefly: with more room for new ones from the beginning, the garbage
 * collector runs seldom. In megabytes; a process then takes up to 384 more.
 */
export const ROOM_FOR_NEW_OBJECTS = [
  '--min-semi-space-size=128',
  '--max-semi-space-size=128',
] as const;
