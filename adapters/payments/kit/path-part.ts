/**
 * An id as a part of a path. An acquirer may send half of a character, which no address can hold: what comes of it is an id that
 * the acquirer does not know, rather than an exception of ours.
 */
export const pathPart = (id: string): string => encodeURIComponent(id.toWellFormed());
