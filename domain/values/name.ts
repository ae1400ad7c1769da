/** Joiners, fillers, tags, marks of byte order and direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Line breaks, other control characters, and marks that change the order of display. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a name is readable, and displayed in the order in which it is written (people.132). */
export const isName = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text.replace(UNSEEN, '')) && !CONTROL.test(text.trim());
