import type { Request } from 'express';

/** The text after `?`, unparsed. */
export const queryTextOf = ({ originalUrl }: Pick<Request, 'originalUrl'>): string => {
  const cut = originalUrl.indexOf('?');
  return cut < 0 ? '' : originalUrl.slice(cut + 1);
};

export const searchOf = (request: Pick<Request, 'originalUrl'>): URLSearchParams =>
  new URLSearchParams(queryTextOf(request));
