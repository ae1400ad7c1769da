import { createServer } from 'node:http';

import type { NoticeRequest } from '#/domain/ports/notice.ts';

/** Stores every delivery, and answers as configured. */
export interface WebhookReceiver {
  readonly url: string;
  readonly deliveries: readonly NoticeRequest[];
  /** Sets the HTTP statuses of the next answers; after those, 200. */
  readonly answerWith: (...statuses: readonly number[]) => void;
  /** Waits for `count` deliveries whose body contains the text. A second call replaces the first one, which then never ends. */
  readonly received: (text: string, count: number) => Promise<readonly NoticeRequest[]>;
  readonly close: () => Promise<void>;
}

/** @param port 0 = any free port */
export const startWebhookReceiver = async (port = 0): Promise<WebhookReceiver> => {
  const deliveries: NoticeRequest[] = [];
  let statuses: readonly number[] = [];
  let check = (): void => undefined;

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [status = 200, ...rest] = statuses;
      statuses = rest;
      const signature = request.headers['x-sandbox-signature'];
      deliveries.push({
        headers: { 'x-sandbox-signature': String(signature) },
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(status).end();
      check();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');

  return {
    url: `http://127.0.0.1:${address.port}/webhooks/sandbox`,
    deliveries,
    answerWith: (...next) => {
      statuses = next;
    },
    received: (text, count) =>
      new Promise((resolve) => {
        check = () => {
          const matching = deliveries.filter(({ body }) => body.includes(text));
          if (matching.length >= count) resolve(matching.slice(0, count));
        };
        check();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
