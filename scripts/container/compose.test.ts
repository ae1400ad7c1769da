import { existsSync } from 'node:fs';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { expect } from 'chai';

const root = join(import.meta.dirname, '..', '..');

/** Each entry of a top-level mapping, at two spaces a level. */
const entriesOf = (text: string, section: string): ReadonlyMap<string, string> => {
  const body = text.split(`\n${section}:\n`)[1]?.split(/\n(?=\S)/)[0] ?? '';
  const blocks = body.split(/^ {2}(?=[\w-]+:)/m).slice(1);
  return new Map(blocks.map((block) => [block.split(':', 1)[0] ?? '', block]));
};

/** Returns what the first group of the pattern matches, at each place of the text. */
const matchesIn = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, group = '']) => group);

describe('docker-compose.yml', () => {
  let text: string;
  let services: ReadonlyMap<string, string>;

  before(async () => {
    text = await readFile(join(root, 'docker-compose.yml'), 'utf8');
    services = entriesOf(text, 'services');
  });

  it('starts the product twice behind one port, Postgres with a replica, and EventStoreDB', () => {
    expect([...services.keys()]).to.deep.equal([
      'proxy',
      'app-1',
      'app-2',
      'postgres',
      'postgres-replica',
      'eventstore',
      'certificates',
      'node-1',
      'node-2',
      'node-3',
    ]);
    expect(matchesIn(text, /^ +ports: \[(.*)\]$/gm)).to.deep.equal(["'8080:8080'"]);
  });

  it('pins the version of every image', async () => {
    const dockerfile = await readFile(join(root, 'scripts/container/Dockerfile'), 'utf8');
    const images = [
      ...matchesIn(text, /^ +image: (.+)$/gm),
      ...matchesIn(dockerfile, /^FROM (.+)$/gm),
    ];
    expect(images).to.have.length.greaterThan(5);
    for (const image of images) expect(image).to.match(/:v?\d+\.\d+(?:\.\d+)?(?:-[a-z]+)*$/);
  });

  it('builds the web with a command that runs without errors', async () => {
    const dockerfile = await readFile(join(root, 'scripts/container/Dockerfile'), 'utf8');
    const [program = ''] = matchesIn(dockerfile, /^ +"(import\('\/razao\/.*\))"/gm);
    const localProgram = program.replace('/razao', root);
    expect(localProgram).to.include('buildWebWhenChanged');
    const { stderr } = await promisify(execFile)(process.execPath, ['-e', localProgram], {
      cwd: root,
    });
    expect(stderr).to.equal('');
  });

  it('keeps queries, whole requests and referrers out of the proxy’s logs', async () => {
    const proxy = await readFile(join(root, 'scripts/container/nginx.conf'), 'utf8');
    const format = /log_format paths ([^;]+);/.exec(proxy)?.[1] ?? '';
    expect(format).to.include('$logged_path');
    expect(format).to.not.match(
      /\$(?:request_uri|request\b(?!_)|args|query_string|is_args|http_|arg_)/,
    );
    expect(matchesIn(proxy, /^ *access_log (.+);$/gm)).to.deep.equal([
      '/var/log/nginx/access.log paths',
    ]);
    expect(matchesIn(proxy, /^ *error_log (.+);$/gm)).to.deep.equal([
      '/var/log/nginx/error.log crit',
    ]);
  });

  it('has a health check for every long-running service', () => {
    for (const [name, block] of services) {
      const hasHealthCheck = /healthcheck:|<<: \*(?:node|eventstore)\b/.test(block);
      expect(hasHealthCheck || name === 'certificates', name).to.equal(true);
    }
  });

  it('refers only to anchors, services, volumes and files that exist', () => {
    const anchors = new Set(matchesIn(text, /&([\w-]+)$/gm));
    for (const name of matchesIn(text, /\*([\w-]+)$/gm)) expect(anchors, name).to.include(name);
    const needed = matchesIn(text, /^ {6}([\w-]+):\n {8}condition:/gm);
    expect(needed).to.have.length.greaterThan(3);
    for (const name of needed) expect([...services.keys()], name).to.include(name);
    const volumes = entriesOf(text, 'volumes');
    for (const name of matchesIn(text, /['\s[]([\w-]+):\/(?:data|var|certificates)/g)) {
      expect([...volumes.keys()], name).to.include(name);
    }
    const files = matchesIn(text, /['\s](\.\/[\w./-]+):\//g);
    expect(files).to.have.length(2);
    for (const file of files) expect(existsSync(join(root, file)), file).to.equal(true);
  });

  it('turns the demo off, and listens on all interfaces', async () => {
    const environment = text.split('&app-environment')[1]?.split('depends_on:')[0] ?? '';
    expect(environment)
      .to.match(/^ +DEMO: 'false'$/m)
      .and.match(/^ +HOST: 0\.0\.0\.0$/m);
    expect(environment).not.to.include('SANDBOX');
    const dockerfile = await readFile(join(root, 'scripts/container/Dockerfile'), 'utf8');
    expect(dockerfile).to.match(/^ENV .*HOST=0\.0\.0\.0 DEMO=false$/m);
  });

  it('names the secrets that it needs, and contains none', () => {
    const head = text.split('\nname:')[0] ?? '';
    for (const name of matchesIn(text, /\$\{(\w+):\?\}/g)) expect(head).to.include(name);
    expect(matchesIn(text, /((?:PASSWORD|SECRET|KEK|TOKEN)\w*: (?!\$\{).+)$/gm)).to.deep.equal([]);
    expect(text).not.to.include('\t');
  });
});
