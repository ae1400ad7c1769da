/** Encodes an id for a path. An acquirer's id may have half of a surrogate pair, at which `encodeURIComponent` alone throws. */
export const pathPart = (id: string): string => encodeURIComponent(id.toWellFormed());

/** The path of the record with this id, below `path`. */
export const at = (path: string, id: string): string => `${path}/${pathPart(id)}`;
