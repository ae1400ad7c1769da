import { z } from 'zod';
import { request } from 'undici';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import type { Invariant } from './invariant.ts';
import type { Member } from './processes.ts';

const READY_TIMEOUT_MS = 30_000;

const answer = z.object({
  missing: z.array(z.object({ what: z.string(), why: z.array(z.string()) })).default([]),
});

const listMissing = async (url: string): Promise<readonly string[]> => {
  try {
    const timeouts = { headersTimeout: 5_000, bodyTimeout: 5_000 };
    const { statusCode, body } = await request(`${url}/readyz`, timeouts);
    const missing = answer.parse(await body.json()).missing;
    if (statusCode === 200) return [];
    return [
      `answers ${statusCode}: ${missing.map(({ what, why }) => `${what} (${why.join('; ')})`).join(', ')}`,
    ];
  } catch (error) {
    return [`does not answer: ${String(error)}`];
  }
};

/** Every process is ready for traffic in the end. */
export const checkReady = async (members: readonly Member[]): Promise<Invariant> => {
  const violationsBy = async ({ name, url }: Member): Promise<readonly string[]> => {
    const isReady = async () => ((await listMissing(url)).length === 0 ? true : undefined);
    await waitUntil(isReady, { timeoutMs: READY_TIMEOUT_MS, everyMs: 300 });
    return (await listMissing(url)).map((violation) => `${name} ${violation}`);
  };
  const violations = (await Promise.all(members.map(violationsBy))).flat();
  return { name: 'every process answers that it is ready', violations };
};
