import { z } from 'zod';
import { documentType } from '#/domain/brazil/document.ts';
import { derivedId } from './derived-id.ts';
import { Problem } from './problem.ts';
import type { Store } from './store.ts';

/** A receiver is in review for a moment, then active or rejected by the name. */

export const receiverRequest = z.strictObject({
  reference: z.string().min(1).max(64),
  name: z.string().min(1).max(120),
  document: z.string().min(1).max(14),
  email: z.email(),
  bank: z.strictObject({
    code: z.string().regex(/^\d{3}$/),
    branch: z.string(),
    account: z.string(),
  }),
  files: z.array(z.string().max(40)).max(10),
});
type ReceiverRequest = z.output<typeof receiverRequest>;

/** Names and documents are not stored. */
export const receiverSchema = z.object({
  id: z.string(),
  reference: z.string(),
  verdict: z.enum(['active', 'rejected']),
  loses_reply: z.boolean(),
  created_at: z.string(),
  settles_at: z.number(),
});
export type Receiver = z.output<typeof receiverSchema>;

type ShownReceiver = Pick<Receiver, 'id' | 'reference' | 'created_at'> & {
  /** The verdict appears after the review. */
  readonly status: Receiver['verdict'] | 'in_review';
};

export interface Receivers {
  /** @throws Problem 422 */
  readonly create: (key: string, request: ReceiverRequest) => Receiver;
  /** @throws Problem 404 */
  readonly get: (id: string) => Receiver;
  readonly byReference: (reference: string) => readonly Receiver[];
  readonly present: (receiver: Receiver) => ShownReceiver;
}

export const createReceivers = (store: Store, settlesAfterMs: number): Receivers => {
  const receivers = store.collection('receiver', receiverSchema, {
    id: ({ id }) => id,
    reference: ({ reference }) => reference,
    dueAt: () => undefined,
  });
  return {
    create: (key, { reference, name, document }) => {
      if (documentType(document) === undefined) {
        throw new Problem(422, 'invalid_document', 'Documento inválido.');
      }
      const now = new Date(store.machine.wallMs());
      const receiver: Receiver = {
        id: derivedId('re', key),
        reference,
        verdict: /recusad/i.test(name) ? 'rejected' : 'active',
        loses_reply: /timeout/i.test(name),
        created_at: now.toISOString(),
        settles_at: now.getTime() + settlesAfterMs,
      };
      receivers.put(receiver);
      return receiver;
    },
    get: (id) => {
      const receiver = receivers.get(id);
      if (!receiver) throw new Problem(404, 'not_found', 'no such receiver');
      return receiver;
    },
    byReference: receivers.byReference,
    present: ({ id, reference, verdict, created_at, settles_at }) => ({
      id,
      reference,
      status: store.machine.wallMs() < settles_at ? 'in_review' : verdict,
      created_at,
    }),
  };
};
