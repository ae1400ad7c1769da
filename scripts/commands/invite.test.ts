import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Membership } from '#/api/auth/memberships.ts';
import { apiWorld, type ApiAnswer, type ApiWorld } from '#/api/testing/api-world.ts';
import { INSTALLATION_ID } from '#/domain/platform/installation.ts';
import { runScript } from '#/scripts/testing/run-script.ts';

describe('npm run invite', () => {
  let world: ApiWorld;
  let dataDir: string;

  before(async () => {
    world = await apiWorld({ isEmpty: true });
    dataDir = await mkdtemp(join(tmpdir(), 'razao-invite-'));
  });
  after(async () => {
    await world.close();
    await rm(dataDir, { recursive: true });
  });

  const run = async (command: string, words: readonly string[]): Promise<string> => {
    const environment = { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir };
    return (await runScript(command, words, environment)).output;
  };

  const invite = (...words: readonly string[]): Promise<string> => run('invite', words);

  const tokenIn = (output: string): string => /\/welcome#([\w-]{43})/.exec(output)?.[1] ?? '';

  const open = (output: string): Promise<ApiAnswer> =>
    world.post('/api/session.openInvitation', { token: tokenIn(output) });

  it('prints the link of a master, beside a running product, and never one that sets the password of a person who has one', async () => {
    const email = 'mara@razao.example';
    const output = await invite('--master', '--email', email);
    expect(output).to.include('A master comes in by this link:');
    const accepted = await world.post('/api/session.acceptInvitation', {
      token: tokenIn(output),
      email,
      name: 'Mara Mestra',
      password: 'cavalo bateria grampo',
    });
    expect(accepted.status).to.equal(200);
    const repeated = await invite('--master', '--email', email);
    expect(repeated).to.include('is a master already');
    expect((await open(repeated)).status).to.equal(404);
    expect(await invite()).to.include('There is already a person who can sign in');
    expect(await run('reset-password', ['--email', 'outra@razao.example'])).to.include(
      'Nobody signs in with outra@razao.example here.',
    );
    const lost = await run('reset-password', ['--email', email]);
    expect(lost).to.include('chooses a new password by this link:');
    expect((await open(lost)).body).to.include({ kind: 'recovery', email });
  });

  it('prints a usable link for a person whose record the log has lost, as master and as administrator', async () => {
    const email = 'lia@razao.example';
    const user = { email, name: 'Lia Perdida', password: 'cavalo bateria grampo' };
    const lost: readonly Membership[] = [
      { kind: 'master', personId: randomUUID(), platformId: INSTALLATION_ID },
      { kind: 'staff', personId: randomUUID(), platformId: 'demo' },
    ];
    const { sessions } = world.services;
    for (const membership of lost) await sessions.memberships.join(user, membership);
    await sessions.setPassword(user);
    const asMaster = await invite('--master', '--email', email);
    expect(asMaster).to.include('is a master already');
    expect((await open(asMaster)).body).to.include({ kind: 'join', email });
    const asStaff = await invite('--email', email, '--platform', 'demo');
    expect(asStaff).to.include('is staff of the platform demo already');
    expect((await open(asStaff)).body).to.include({ kind: 'join', email });
  });
});
