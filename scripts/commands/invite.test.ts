import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
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

  const tokenIn = (said: string): string => /\/welcome#([\w-]{43})/.exec(said)?.[1] ?? '';

  it('prints the link of a master, beside a running product, and never one that sets the password of a person who has one', async () => {
    const email = 'mara@razao.example';
    const said = await invite('--master', '--email', email);
    expect(said).to.include('A master comes in by this link:');
    const accepted = await world.post('/api/session.acceptInvitation', {
      token: tokenIn(said),
      email,
      name: 'Mara Mestra',
      password: 'cavalo bateria grampo',
    });
    expect(accepted.status).to.equal(200);
    expect(await invite('--master', '--email', email)).to.include('is a master already');
    expect(await invite()).to.include('There is already a person who can sign in');
    expect(await run('reset-password', ['--email', 'outra@razao.example'])).to.include(
      'Nobody signs in with outra@razao.example here.',
    );
    const lost = await run('reset-password', ['--email', email]);
    expect(lost).to.include('chooses a new password by this link:');
    const opened = await world.post('/api/session.openInvitation', { token: tokenIn(lost) });
    expect(opened.body).to.include({ kind: 'recovery', email });
  });
});
