import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { BadEnvironment } from '#/scripts/launch/command.ts';
import { isAlive } from './file-lock.ts';
import { findRunningPostgres, removeStoppedPostgres, startPostgres } from './postgres.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0]);

const query = async (url: string, statement: string) => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
};

/** Starts another process, and kills it once it uses the folder's Postgres. */
const startAndKill = async (dataDir: string): Promise<void> => {
  const program = `
    const { startPostgres } = await import('#/scripts/embedded-postgres/postgres.ts');
    await startPostgres({ dataDir: process.argv[1] });
    console.log('started');
    setInterval(() => undefined, 1000);
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir], {
    cwd: join(import.meta.dirname, '..', '..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
};

describe('Embedded Postgres', () => {
  let dataDir: string;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'razao-postgres-'));
  });

  afterEach(async () => {
    if ((await findRunningPostgres(dataDir)) !== undefined)
      await (await startPostgres({ dataDir })).stop();
  });

  after(() => rm(dataDir, { recursive: true }));

  it('keeps its data from one start to the next', async () => {
    const first = await startPostgres({ dataDir });
    await query(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven');
    await first.stop();
    expect(await findRunningPostgres(dataDir)).to.equal(undefined);

    const second = await startPostgres({ dataDir });
    expect(second).to.include({ adopted: false, url: first.url });
    expect(await query(second.url, 'SELECT seven FROM kept')).to.deep.equal([{ seven: 7 }]);
    await second.stop();
  });

  it('stores its password readable by its owner only, and rejects a guessed one', async () => {
    const { mode } = await stat(join(dataDir, 'postgres.json'));
    expect(mode & 0o777).to.equal(0o600);
    const { url, stop } = await startPostgres({ dataDir });
    const guessed = new URL(url);
    guessed.password = 'guessed';
    const error = await query(guessed.href, 'SELECT 1').catch((failure: unknown) => failure);
    expect(error).to.have.property('code', '28P01');
    await stop();
  });

  it('is adopted by the next start after its Node process was killed', async () => {
    await startAndKill(dataDir);
    const orphan = await postmasterOf(dataDir);
    const adopted = await startPostgres({ dataDir });
    expect(adopted.adopted).to.equal(true);
    expect(await postmasterOf(dataDir)).to.equal(orphan);
    expect(await query(adopted.url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    await eventually(async () => {
      const users = await query(adopted.url, "SELECT FROM pg_locks WHERE locktype = 'advisory'");
      return users.length === 1 || undefined;
    }, 'the server has noticed that its killed user is gone');
    await adopted.stop();
    expect(await findRunningPostgres(dataDir)).to.equal(undefined);
  });

  it('is ended when its start is aborted, though it is frozen', async () => {
    const place = await mkdtemp(join(tmpdir(), 'razao-frozen-'));
    await (await startPostgres({ dataDir: place })).stop();
    /** Freezes a starting server, and aborts the start. @returns its pid */
    const freezeOne = async (): Promise<number | undefined> => {
      const stopping = new AbortController();
      const start = startPostgres({ dataDir: place, signal: stopping.signal });
      const ended = start.then(
        (running) => running,
        () => undefined,
      );
      const pid = await eventually(async () => {
        const found = await postmasterOf(place).catch(() => 0);
        return found > 0 ? found : undefined;
      }, 'a server');
      process.kill(pid, 'SIGSTOP');
      stopping.abort(new Error('given up'));
      const running = await ended;
      if (running === undefined) return pid;
      process.kill(pid, 'SIGCONT');
      await running.stop();
      return undefined;
    };
    try {
      const pid = await eventually(freezeOne, 'a server that is frozen before it is ready');
      expect(() => process.kill(pid, 0)).to.throw('ESRCH');
    } finally {
      await rm(place, { recursive: true });
    }
  });

  it('stops only when its last user stops it', async () => {
    const [first, second] = await Promise.all([
      startPostgres({ dataDir }),
      startPostgres({ dataDir }),
    ]);
    await first.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    await second.stop();
    expect(await findRunningPostgres(dataDir)).to.equal(undefined);
  });

  it('recovers committed data after it was killed', async () => {
    const killed = await startPostgres({ dataDir });
    await query(killed.url, 'CREATE TABLE acknowledged AS SELECT 1 AS one');
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    const recovered = await startPostgres({ dataDir });
    expect(recovered.adopted).to.equal(false);
    const rows = await query(recovered.url, 'SELECT one FROM acknowledged');
    expect(rows).to.deep.equal([{ one: 1 }]);
    await Promise.all([killed.stop(), recovered.stop()]);
    expect(await findRunningPostgres(dataDir)).to.equal(undefined);
  });

  it('keeps running until its last user stops it, even after a crash ended all sessions', async () => {
    const first = await startPostgres({ dataDir });
    const second = await startPostgres({ dataDir });
    const [backend] = await query(
      first.url,
      `SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    const users = async () => {
      const rows = await query(first.url, `SELECT pid FROM pg_locks WHERE locktype = 'advisory'`);
      return rows.map(({ pid }) => pid);
    };
    const before = new Set(await users());
    process.kill(Number(backend?.['pid']), 'SIGKILL');
    // Until Postgres has noticed the crash, earlier sessions still count.
    const bothAreBack = async () => {
      const newSessions = (await users().catch(() => [])).filter((pid) => !before.has(pid));
      return newSessions.length === 2 || undefined;
    };
    await eventually(bothAreBack, 'both of its users are counted again');
    await first.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    await second.stop();
    expect(await findRunningPostgres(dataDir)).to.equal(undefined);
  });

  it('starts despite a stale postmaster.pid with the id of another process', async () => {
    const file = join(dataDir, 'postgres', 'postmaster.pid');
    const lines = [process.pid, join(dataDir, 'postgres'), 1, 5432, '', '127.0.0.1', '', 'ready'];
    await writeFile(file, `${lines.join('\n')}\n`);
    const { adopted, stop } = await startPostgres({ dataDir });
    expect(adopted).to.equal(false);
    await stop();
  });

  it('refuses a data folder of another major version of Postgres', async () => {
    const file = join(dataDir, 'postgres', 'PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '17\n');
    const error = await startPostgres({ dataDir }).catch((failure: unknown) => failure);
    await writeFile(file, version);
    expect(String(error)).to.contain('was written by Postgres 17');
  });

  it('reports a postgres.json that is empty, cut off or incomplete', async () => {
    const file = join(dataDir, 'postgres.json');
    const original = await readFile(file, 'utf8');
    for (const broken of ['', '{"port":', '{}']) {
      await writeFile(file, broken);
      const error = await startPostgres({ dataDir }).catch((failure: unknown) => failure);
      expect(error).to.be.instanceOf(BadEnvironment);
      expect(String(error)).to.contain(`${file} is not whole`);
    }
    await writeFile(file, original);
  });

  it('reports a data folder that cannot be written', async () => {
    const error = await startPostgres({ dataDir: join(dataDir, 'postgres.json', 'below') }).catch(
      (failure: unknown) => failure,
    );
    expect(String(error)).to.contain('cannot be written (ENOTDIR)');
  });

  it('is removed only while it is stopped, also after it was killed', async () => {
    const one = await startPostgres({ dataDir });
    await removeStoppedPostgres(dataDir);
    expect(await query(one.url, 'SELECT 1 AS one')).to.deep.equal([{ one: 1 }]);
    const pid = await postmasterOf(dataDir);
    process.kill(pid, 'SIGKILL');
    await eventually(() => !isAlive(pid) || undefined, 'the server has ended');
    await removeStoppedPostgres(dataDir);
    expect((await readdir(dataDir)).filter((name) => !name.endsWith('.lock'))).to.deep.equal([
      'postgres.log',
    ]);
    await one.stop();
  });
});
