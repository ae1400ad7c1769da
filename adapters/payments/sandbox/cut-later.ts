import type { Response } from 'express';

/** The request is never answered: its connection is held, and then closed. */
export const cutLater = (response: Response, afterMs: number): void => {
  const timer = setTimeout(() => response.socket?.destroy(), afterMs);
  response.once('close', () => clearTimeout(timer));
};
