/** An acquirer's id may have half of a surrogate pair, at which `encodeURIComponent` throws. */
export const pathPart = (id: string): string => encodeURIComponent(id.toWellFormed());
