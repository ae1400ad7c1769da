import { Agent, request } from 'undici';
import { backOff } from '#/ledger/concurrency/backoff.ts';

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly cookies: readonly string[];
}

export interface Ask {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without a body the request is a GET. */
  readonly body?: unknown;
}

/** Milliseconds; shorter when another process can take the retry. */
const TIMEOUT_MS = { ofOne: 15_000, ofSeveral: 5_000 };
const PAUSES = { firstMs: 50, longestMs: 1_000 };

/** Down, overloaded or broken: a retry may succeed. */
const mayPass = (status: number): boolean => status >= 500 || status === 429;

/** Retries an identical request until the answer is neither a 5xx nor a 429. */
export const createCaller = (...baseUrls: readonly string[]) => {
  const timeoutMs = baseUrls.length > 1 ? TIMEOUT_MS.ofSeveral : TIMEOUT_MS.ofOne;
  const agent = new Agent({
    // As many as a proxy opens. Further requests wait, which counts as latency.
    connections: 256,
    connect: { timeout: 3_000 },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  let latest = 0;

  const askOnce = async ({ path, headers, body }: Ask): Promise<Reply> => {
    latest = (latest + 1) % baseUrls.length;
    const reply = await request(`${baseUrls[latest]}${path}`, {
      dispatcher: agent,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cookies = [reply.headers['set-cookie'] ?? []].flat();
    return { status: reply.statusCode, text: await reply.body.text(), cookies };
  };

  return {
    askUntilAnswered: async (ask: Ask): Promise<Reply> => {
      for (let retry = 0; ; retry += 1) {
        const answer = await askOnce(ask).catch(() => undefined);
        if (answer && !mayPass(answer.status)) return answer;
        await backOff(retry, { range: PAUSES });
      }
    },
    close: () => agent.close(),
  };
};

export type Caller = ReturnType<typeof createCaller>;
