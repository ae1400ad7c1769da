import type { Response } from 'express';

/** Holds the connection and then closes it without an answer. */
export const cutLater = (response: Response, afterMs: number): void => {
  const timer = setTimeout(() => response.socket?.destroy(), afterMs);
  response.once('close', () => clearTimeout(timer));
};
