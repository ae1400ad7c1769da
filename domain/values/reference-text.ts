/** An id at an acquirer or a bank, by which evidence is found again. Without spaces, so that no one writes a name. */
export const REFERENCE = /^[\w.:/-]{1,80}$/;

export const LONGEST_REFERENCE = 80;
