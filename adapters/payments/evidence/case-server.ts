import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect } from 'chai';
import { generate } from 'selfsigned';
import type { Exchange } from './provider-cases.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export type Responder = (seen: ReceivedRequest, response: ServerResponse) => void;

/** A provider's host on this machine, which replies as configured. */
export interface CaseServer {
  readonly url: string;
  readonly answerWith: (answer: Responder) => void;
  /**
   * Expects these exchanges, in order. `problems` lists requests that are unexpected or differ; for one
   * that never came, count `seen`.
   */
  readonly expectExchanges: (exchanges: readonly Exchange[]) => { readonly problems: string[] };
  /** All requests but those for a token or certificate. */
  readonly seen: ReceivedRequest[];
  readonly close: () => Promise<void>;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

const receivedOf = async (request: IncomingMessage): Promise<ReceivedRequest> => {
  const url = new URL(request.url ?? '', 'http://case.invalid');
  return {
    method: request.method ?? '',
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    headers: request.headers as ReceivedRequest['headers'],
    body: await readBody(request),
  };
};

export const sendJson = (response: ServerResponse, status: number, json: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(json));
};

/** Compares only the query fields and headers that the case names, but the whole body. */
const compare = ({ request }: Exchange, seen: ReceivedRequest): void => {
  const { method, path, query, headers, json, form } = request;
  expect(`${seen.method} ${seen.path}`).to.equal(`${method} ${path}`);
  if (query) expect(seen.query, 'query').to.include(stringsOf(query));
  for (const [name, value] of Object.entries(headers ?? {})) {
    expect(seen.headers[name], `header ${name}`).to.equal(value);
  }
  if (json !== undefined) expect(JSON.parse(seen.body), 'body').to.deep.equal(json);
  else if (form) {
    expect(Object.fromEntries(new URLSearchParams(seen.body)), 'body').to.deep.equal(form);
  } else expect(seen.body, 'body').to.equal('');
};

const stringsOf = (fields: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

export const CERTIFICATE_PATH = '/certificates/client.pem';

/** Made once for all servers: a PEM of certificate and key. */
let madeCertificate: Promise<string> | undefined;

const makeCertificate = async (): Promise<string> => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'razao' }], {
    keyType: 'ec',
    algorithm: 'sha256',
  });
  return `${cert}\n${key}`;
};

/** @param tokens token replies, by path */
export const startCaseServer = async (
  tokens: Readonly<Record<string, unknown>> = {},
): Promise<CaseServer> => {
  const certificate = await (madeCertificate ??= makeCertificate());
  const seen: ReceivedRequest[] = [];
  let answer: Responder = (_seen, response) => sendJson(response, 500, {});
  const server = createServer((request, response) => {
    void (async () => {
      const received = await receivedOf(request);
      if (received.path === CERTIFICATE_PATH) return response.end(certificate);
      if (received.path in tokens) return sendJson(response, 200, tokens[received.path]);
      seen.push(received);
      answer(received, response);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    answerWith: (next) => {
      answer = next;
    },
    expectExchanges: (exchanges) => {
      const problems: string[] = [];
      const remaining = [...exchanges];
      answer = (received, response) => {
        const exchange = remaining.shift();
        if (exchange === undefined) {
          problems.push(`unexpected ${received.method} ${received.path}`);
          return sendJson(response, 500, {});
        }
        try {
          compare(exchange, received);
        } catch (error) {
          problems.push(error instanceof Error ? error.message : String(error));
        }
        const { status = 200, json, text } = exchange.reply;
        if (text === undefined) sendJson(response, status, json ?? {});
        else response.writeHead(status).end(text);
      };
      return { problems };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
