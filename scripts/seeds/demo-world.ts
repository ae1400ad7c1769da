import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type { Core } from '#/api/composition/core.ts';
import type { SandboxProcess } from '#/api/composition/sandbox-process.ts';
import type { Secrets } from '#/api/composition/secrets.ts';
import type { Timestamp } from '#/domain/values/time.ts';
import type { CommandContext } from '#/ledger/handle-command.ts';
import type { PolicyRunner } from '#/ledger/policies/runner.ts';
import { waitUntil } from '#/scripts/launch/wait-until.ts';
import { PLATFORM_ID } from './demo-catalogue.ts';

export const SETTLE_TIMEOUT_MS = 30_000;

/** What writes the demo world, with a clock that the seed sets. */
export interface World {
  readonly core: Core;
  readonly clock: { now: Timestamp };
  readonly runner: PolicyRunner;
  readonly sandbox: SandboxProcess;
  readonly secrets: Secrets;
}

/** @param platform by default the demo's first */
export const context = (correlation: string, platform = PLATFORM_ID): CommandContext => ({
  commandId: randomUUID(),
  platform,
  actor: 'system',
  correlation,
});

/** Resolves when the policies have handled every event. @throws when that takes 30 s */
export const settleAll = async ({ core, runner }: World): Promise<void> => {
  const done = await waitUntil(
    async () => {
      // The position is read first, so that an event that a policy appends in between counts as not handled yet.
      const position = runner.position() ?? '';
      const head = await core.store.head();
      return head === undefined || position >= head ? true : undefined;
    },
    { timeoutMs: SETTLE_TIMEOUT_MS, everyMs: 5 },
  );
  if (!done) throw new Error('the demo world does not settle');
};

/** Posts to the sandbox as a browser does. */
export const post = async (
  { sandbox, secrets }: World,
  path: string,
  body: unknown,
): Promise<Readonly<Record<string, unknown>>> => {
  const answer = await request(new URL(path, sandbox.url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${secrets.sandboxPublicKey}`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.body.text();
  if (answer.statusCode >= 300)
    throw new Error(`the sandbox answered ${answer.statusCode}: ${text}`);
  return JSON.parse(text);
};
