import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { apiWorld, type ApiWorld } from '#/api/testing/api-world.ts';
import { runScript } from '#/scripts/testing/run-script.ts';

describe('npm run invite -- --master', () => {
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

  const invite = async (...words: readonly string[]): Promise<string> => {
    const environment = { DATABASE_URL: world.databaseUrl, DATA_DIR: dataDir };
    return (await runScript('invite', words, environment)).output;
  };

  const tokenIn = (said: string): string => /\/welcome#([\w-]{43})/.exec(said)?.[1] ?? '';

  it('prints the link of a master, beside a running product, and for a master the link of a new password', async () => {
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
    const again = await invite('--email', email);
    expect(again).to.include('chooses a new password');
    const opened = await world.post('/api/session.openInvitation', { token: tokenIn(again) });
    expect(opened.body).to.include({ kind: 'recovery', email });
  });
});
