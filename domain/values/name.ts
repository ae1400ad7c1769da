/** Characters that are invisible on the page: joiners, fillers, tags, marks of byte order and direction. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

/** Line breaks and other control characters, and those that change the order in which a text is displayed. */
const CONTROL = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/**
 * The rule for all names that a person types: of platforms, sellers and staff (people.132). A name must be readable, so it has a visible
 * letter or digit. It must be displayed in the order in which it is written, so it has no control characters, which could reverse it.
 * Joiners between letters are allowed, because some scripts need them.
 */
export const isName = (text: string): boolean =>
  /[\p{L}\p{N}]/u.test(text.replace(UNSEEN, '')) && !CONTROL.test(text.trim());
