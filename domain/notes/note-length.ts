/** Most characters of a note on a seller. Free of zod: browsers load this file. */
export const LONGEST_NOTE = 2_000;
