import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { problem } from '#/api/contract/procedure.ts';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { emailOf, PASSWORD } from '#/api/testing/people.ts';
import { eventually } from '#/scripts/testing/eventually.ts';
import { defaultHashQueueLimits } from './hash-queue.ts';
import { scryptHashes } from './passwords/password-hashes.ts';

/** Size of libuv's thread pool, which runs the hashes. */
const THREADS = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4);

/** Blocks all threads with pipes that have no writer. @returns a function that frees them */
const holdThreads = (pipe: string): (() => Promise<void>) => {
  execFileSync('mkfifo', [pipe]);
  const blocked = Array.from({ length: THREADS }, () => open(pipe, 'r'));
  return async () => {
    const writer = openSync(pipe, constants.O_RDWR);
    for (const file of await Promise.all(blocked)) await file.close();
    closeSync(writer);
  };
};

describe('Sign-in when password hashing is slow', () => {
  let world: ApiWorld;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'razao-slow-hash-'));
    world = await apiWorld({ passwords: scryptHashes });
  });
  after(async () => {
    await world.close();
    await rm(folder, { recursive: true });
  });

  const signIn = () =>
    world.post('/api/auth/sign-in/email', { email: emailOf('ana'), password: PASSWORD });
  const codeOf = ({ body }: { readonly body: unknown }) => problem.safeParse(body).data?.code;

  it('completes the sign-ins whose hash has begun, and answers the queued one with session/busy', async () => {
    const { hashQueue, userOf } = world.services.sessions;
    const { atOnce } = defaultHashQueueLimits;
    await Promise.all(Array.from({ length: atOnce }, signIn));
    // Opens the database connections now, because to open one later needs a thread too.
    await Promise.all(Array.from({ length: 2 * (atOnce + 1) }, () => userOf(emailOf('ana'))));
    const releaseThreads = holdThreads(join(folder, 'pipe'));
    const answers = Array.from({ length: atOnce + 1 }, signIn);
    await eventually(() => hashQueue.countWaiting() === 1 || undefined, 'one waits');
    const first = await Promise.race(answers);
    const stillWaiting = hashQueue.countWaiting();
    await releaseThreads();
    expect(codeOf(first)).to.equal('session/busy');
    expect(stillWaiting).to.equal(0);
    const all = await Promise.all(answers);
    expect(all.filter(({ status }) => status === 200)).to.have.length(atOnce);
  });
});
