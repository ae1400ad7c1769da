import type { Dispatcher } from 'undici';
import { TooLate, type HttpMethod } from '#/adapters/payments/kit/failure.ts';

export interface SentRequest {
  readonly origin: string;
  /** Includes the query. */
  readonly path: string;
  readonly method: HttpMethod;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

class TookTooLong extends Error {
  constructor() {
    super('the exchange took too long');
    this.name = 'TookTooLong';
  }
}

export interface ReceivedReply {
  readonly status: number;
  readonly bytes: Buffer;
}

interface Limits {
  readonly totalMs: number;
  /** Called once the connection is open, directly before the bytes are sent. False = they are not sent. */
  readonly maySend?: (() => boolean) | undefined;
}

/**
 * Sends a request by undici's `dispatch`, which is faster than its `request`.
 * @throws TookTooLong after `totalMs`, TooLate when `maySend` returns false, and undici's errors
 */
export const exchange = (
  dispatcher: Dispatcher,
  sent: SentRequest,
  { totalMs, maySend = () => true }: Limits,
): Promise<ReceivedReply> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let status = 0;
    let late: TookTooLong | TooLate | undefined;
    let connection: Dispatcher.DispatchController | undefined;
    // Unlike `AbortSignal.timeout`, this timer can be cleared.
    const timer = setTimeout(() => {
      late = new TookTooLong();
      connection?.abort(late);
      reject(late);
    }, totalMs);
    dispatcher.dispatch(sent, {
      onRequestStart: (controller) => {
        connection = controller;
        if (!late && !maySend()) late = new TooLate();
        if (late) controller.abort(late);
      },
      onResponseStart: (_controller, code) => {
        status = code;
      },
      onResponseData: (_controller, chunk) => {
        chunks.push(chunk);
      },
      onResponseEnd: () => {
        clearTimeout(timer);
        const [only] = chunks;
        resolve({ status, bytes: only && chunks.length === 1 ? only : Buffer.concat(chunks) });
      },
      onResponseError: (_controller, error) => {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
