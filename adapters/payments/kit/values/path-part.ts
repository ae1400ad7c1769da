/**
 * Encodes an id as a part of a path. An acquirer may send an id with half of a surrogate pair, which no URL can hold: it is
 * replaced, so that the acquirer answers "unknown id" and we do not throw.
 */
export const pathPart = (id: string): string => encodeURIComponent(id.toWellFormed());
