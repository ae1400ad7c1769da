import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { processesOf } from '#/scripts/testing/started-product.ts';
import { eventually } from '#/scripts/testing/eventually.ts';

const root = join(import.meta.dirname, '..', '..');

class Run {
  readonly child: ChildProcess;
  output = '';
  errors = '';

  constructor(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    this.child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.errors += chunk.toString()));
  }

  untilPrinted(what: string): Promise<true> {
    return eventually(() => (this.output.includes(what) ? true : undefined), `it says ${what}`);
  }

  async end(): Promise<number | NodeJS.Signals | null> {
    if (this.child.exitCode === null && this.child.signalCode === null)
      await once(this.child, 'close');
    return this.child.exitCode ?? this.child.signalCode;
  }
}

/** In the body, `say` prints a line at once. */
const command = (body: string, options = ''): Run =>
  new Run([
    '--input-type=module',
    '--eval',
    `import { writeSync } from 'node:fs';
     import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
     const say = (line) => writeSync(1, line + '\\n');
     await runCommand({ help: '', ${options} run: async (_, { stopping, resources }) => { ${body} } });`,
  ]);

const OPEN = 'setInterval(() => undefined, 1_000);';

describe('runCommand', function () {
  this.timeout(60_000);

  it('on a failure prints one sentence, releases resources and exits despite an open timer', async () => {
    const run = command(
      `${OPEN} resources.defer(() => say('given back')); throw new BadEnvironment('Set it.');`,
    );
    expect(await run.end()).to.equal(1);
    expect([run.errors, run.output]).to.deep.equal(['Set it.\n', 'given back\n']);
  });

  it('exits after a failure even if releasing a resource hangs', async () => {
    const run = command(
      `${OPEN} resources.defer(() => new Promise(() => {})); throw new BadEnvironment('Set it.');`,
    );
    expect(await run.end()).to.equal(1);
    expect(run.errors).to.equal('Set it.\n');
  });

  it('prints an unexpected error in one line', async () => {
    const run = command(`undefined.length;`);
    expect(await run.end()).to.equal(1);
    expect(run.errors).to.match(/^Something unexpected failed.*TypeError.*\n$/);
  });

  it('releases resources after an uncaught exception', async () => {
    const run = command(
      `resources.defer(() => say('given back')); setTimeout(() => { throw new BadEnvironment('Set it.') }, 1);`,
      'isServer: () => true,',
    );
    expect(await run.end()).to.equal(1);
    expect([run.errors, run.output]).to.deep.equal(['Set it.\n', 'given back\n']);
  });

  it('exits with 0 when the command is done, despite an open timer', async () => {
    const run = command(`${OPEN} say('done');`);
    expect(await run.end()).to.equal(0);
  });

  it('on SIGTERM releases resources and exits with 143', async () => {
    const run = command(
      `resources.defer(() => say('given back')); ${OPEN} say('at work');
       await new Promise((_, stop) => stopping.addEventListener('abort', () => stop(stopping.reason)));`,
    );
    await run.untilPrinted('at work');
    run.child.kill('SIGTERM');
    expect(await run.end()).to.equal(143);
    expect([run.errors, run.output]).to.deep.equal(['', 'at work\ngiven back\n']);
  });

  it('exits a server with 0, and treats several signals at once as one', async () => {
    const run = command(
      `${OPEN} resources.defer(() => new Promise((done) => setTimeout(done, 300)).then(() => say('given back'))); say('up');`,
      'isServer: () => true,',
    );
    await run.untilPrinted('up');
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGINT'] as const) run.child.kill(signal);
    expect(await run.end()).to.equal(0);
    expect(run.output).to.equal('up\ngiven back\n');
  });

  it('exits at once with 130 on a second SIGINT while it is stopping', async () => {
    const run = command(
      `${OPEN} resources.defer(() => { say('stopping'); setTimeout(() => say('impatient'), 1_200); return new Promise(() => {}) }); say('up');`,
      'isServer: () => true,',
    );
    await run.untilPrinted('up');
    run.child.kill('SIGINT');
    await run.untilPrinted('impatient');
    run.child.kill('SIGINT');
    expect(await run.end()).to.equal(130);
  });
});

describe('A server behind the launcher', function () {
  this.timeout(60_000);
  const launcher = join(import.meta.dirname, '..', 'bootstrap.mjs');
  it('exits with 0 on one SIGTERM', async () => {
    const run = new Run([launcher, 'eventstoredb-double', '--port', '0']);
    await run.untilPrinted('esdb://');
    run.child.kill('SIGTERM');
    expect(await run.end()).to.equal(0);
  });

  it('stops cleanly when one Ctrl-C sends several SIGINTs', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'razao-launched-'));
    const options = ['--port', '0', '--tls'];
    const run = new Run([launcher, 'eventstoredb-double', ...options], { TMPDIR: folder });
    await run.untilPrinted('esdb://');
    for (const _ of ['terminal', 'npm', 'launcher']) run.child.kill('SIGINT');
    expect(await run.end()).to.equal(0);
    expect(await readdir(folder)).to.deep.equal([]);
    await rm(folder, { recursive: true });
  });

  it('ends with all its processes when its launcher is killed', async () => {
    const mark = `razao-${process.pid}-${Date.now()}`;
    const run = new Run([launcher, 'eventstoredb-double', '--port', '0'], { MARK: mark });
    await run.untilPrinted('esdb://');
    run.child.kill('SIGKILL');
    await eventually(() => (processesOf(mark).length === 0 ? true : undefined), 'all are gone');
  });
});

describe('npm test', function () {
  this.timeout(60_000);

  it('ends with all its child processes on one SIGTERM', async () => {
    const mark = `razao-${process.pid}-${Date.now()}`;
    const run = new Run(['scripts/commands/check.ts', 'Lint'], { MARK: mark });
    await eventually(
      () =>
        processesOf(mark).some(({ command: line }) => line.includes('oxlint')) ? true : undefined,
      'the linter runs',
    );
    run.child.kill('SIGTERM');
    expect(await run.end()).to.equal(143);
    expect(processesOf(mark)).to.deep.equal([]);
  });
});
