import type { Request } from 'express';

/** What stands behind the `?`, as it was sent. No part of an address is parsed for it, so none can fail. */
export const queryTextOf = ({ originalUrl }: Pick<Request, 'originalUrl'>): string => {
  const cut = originalUrl.indexOf('?');
  return cut < 0 ? '' : originalUrl.slice(cut + 1);
};

export const searchOf = (request: Pick<Request, 'originalUrl'>): URLSearchParams =>
  new URLSearchParams(queryTextOf(request));
