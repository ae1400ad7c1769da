import { pipeline } from 'node:stream/promises';
import { Router, type Request, type Response } from 'express';
import { Agent, request as send } from 'undici';
import { Rejected } from './problem.ts';
import { readBody } from './request-body.ts';

/** A card is the longest body. */
const MOST_BYTES = 10_000;

const FORWARDED = ['content-type', 'authorization', 'accept-language'] as const;
const RETURNED = ['content-type', 'content-security-policy', 'cache-control'] as const;

/** Forwards requests to the sandbox, so that a browser can pay, tokenise a card and open a boleto there under our own address. */
export const sandboxProxy = (sandboxUrl: string): Router => {
  const agent = new Agent({ connections: 64, headersTimeout: 5_000, bodyTimeout: 5_000 });

  const forward = async (request: Request, response: Response, path: string): Promise<void> => {
    const headers = Object.fromEntries(
      FORWARDED.flatMap((name) => {
        const value = request.get(name);
        return value === undefined ? [] : [[name, value]];
      }),
    );
    const hasBody = request.method === 'POST';
    const body = hasBody ? await readBody(request, MOST_BYTES) : null;
    const answer = await send(new URL(path, sandboxUrl), {
      dispatcher: agent,
      method: hasBody ? 'POST' : 'GET',
      headers,
      body,
    }).catch(() => {
      throw new Rejected('service/unavailable');
    });
    for (const name of RETURNED) {
      const value = answer.headers[name];
      if (value !== undefined) response.set(name, value);
    }
    response.status(answer.statusCode);
    await pipeline(answer.body, response);
  };

  return Router()
    .post('/sandbox/payments/:id/:deed', (request, response) => {
      const { id, deed } = request.params;
      const path = `/sandbox/payments/${encodeURIComponent(id)}/${encodeURIComponent(deed)}`;
      return forward(request, response, path);
    })
    .post('/sandbox/card-tokens', (request, response) =>
      forward(request, response, '/v1/card-tokens'),
    )
    .get('/sandbox/boletos/:id', (request, response) =>
      forward(request, response, `/boletos/${encodeURIComponent(request.params.id)}`),
    );
};
