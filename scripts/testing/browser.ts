import chromium, { inflate } from '@sparticuz/chromium';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium as playwright } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { z } from 'zod';
import { withFileLock } from '#/scripts/embedded-postgres/file-lock.ts';

const dataDir = join(import.meta.dirname, '..', '..', '.data');
const packageFolder = join(
  dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))),
  '..',
);

/** Without this configuration, the package would look for its fonts in /tmp. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/** The package reuses even a half-written file, so it gets an empty folder, renamed when complete. */
const unpackInto = async (folder: string): Promise<void> => {
  if (existsSync(folder)) return;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const formerFolder = process.env['TMPDIR'];
  process.env['TMPDIR'] = draft;
  try {
    await Promise.all([
      chromium.executablePath(),
      inflate(join(packageFolder, 'bin', 'al2023.tar.br')),
    ]);
  } finally {
    if (formerFolder === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = formerFolder;
  }
  await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsConfiguration);
  await rename(draft, folder);
};

const unpack = async (): Promise<string> => {
  const description = await readFile(join(packageFolder, 'package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(description));
  const folder = join(dataDir, `chromium-${version}`);
  await mkdir(dataDir, { recursive: true });
  await withFileLock(join(dataDir, 'chromium.lock'), () => unpackInto(folder));
  return folder;
};

/** A public host name, which the tests' browser finds on this machine. */
export const PUBLIC_HOST = 'loja.example';

/** Tests may run as root in a container. The browser can reach only this machine. */
const flags = [
  '--no-sandbox',
  '--no-pings',
  '--disable-domain-reliability',
  `--host-resolver-rules=MAP ${PUBLIC_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
];

/** Launches a headless browser. `CHROMIUM_PATH` replaces the browser from npm, which runs on Linux only. */
export const launchBrowser = async ({
  debuggingPort,
}: {
  /** Port for another tool that drives the browser. */
  readonly debuggingPort?: number;
} = {}): Promise<Browser> => {
  const args = [
    ...flags,
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
  ];
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath !== undefined) return playwright.launch({ executablePath, args });
  const folder = await unpack();
  return playwright.launch({
    executablePath: join(folder, 'chromium'),
    args,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(folder, 'fonts'),
      XDG_CACHE_HOME: join(folder, 'cache'),
    },
  });
};
