/** An acquirer's id may have half of a surrogate pair, which no URL can hold and which would throw here. */
export const pathPart = (id: string): string => encodeURIComponent(id.toWellFormed());
