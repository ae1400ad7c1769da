/** Characters that take no place on the page: joiners, fillers, tags, marks of byte order and direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Line breaks and other controls, and those that let a text be read in another order than it is written. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * The rule of all names that people type, of platforms, sellers and staff (people.132): one that is read, and as it is written. It has a
 * letter or digit that can be seen, and no control characters; joiners between letters, as some scripts need them, are left in.
 */
export const isName = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text.replace(UNSEEN, '')) && !CONTROL.test(text.trim());
