import { z } from 'zod';
import type { Position } from '#/ledger/event-store.ts';

// Only our own code writes these events, so the text is a valid position.
export const position = z.string().transform((text) => text as Position);

export const workSchema = z.object({
  policy: z.string(),
  position,
  stream: z.string(),
  revision: z.number(),
});
