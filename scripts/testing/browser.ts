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
const brought = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..');

/** The package's own fonts.conf looks for its fonts in /tmp. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Unpacks the package, which writes to the temporary folder and reuses any file with the right name there, even a half-written
 * one. So it gets an empty folder, which is renamed when it is complete. `al2023` is the set of shared libraries that a machine
 * without a desktop lacks.
 */
const unpackInto = async (folder: string): Promise<void> => {
  if (existsSync(folder)) return;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = draft;
  try {
    await Promise.all([chromium.executablePath(), inflate(join(brought, 'bin', 'al2023.tar.br'))]);
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
  await writeFile(join(draft, 'fonts', 'fonts.conf'), fontsConfiguration);
  await rename(draft, folder);
};

const unpack = async (): Promise<string> => {
  const description = await readFile(join(brought, 'package.json'), 'utf8');
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(description));
  const folder = join(dataDir, `chromium-${version}`);
  await mkdir(dataDir, { recursive: true });
  await withFileLock(join(dataDir, 'chromium.lock'), () => unpackInto(folder));
  return folder;
};

/** A public host name, which tests serve on this machine. */
export const PUBLIC_HOST = 'loja.example';

/**
 * No sandbox, because tests may run as root in a container; the browser can reach only this machine. The package's own flags are not used:
 * they switch off web security and put everything into one process.
 */
const flags = [
  '--no-sandbox',
  '--no-pings',
  '--disable-domain-reliability',
  `--host-resolver-rules=MAP ${PUBLIC_HOST} 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1`,
];

/** Starts a headless Chromium; `CHROMIUM_PATH` replaces the one from npm, which runs on Linux only. */
export const launchBrowser = async ({
  debuggingPort,
}: {
  /** Port for another tool that drives the same browser. */
  readonly debuggingPort?: number;
} = {}): Promise<Browser> => {
  const args = [
    ...flags,
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
  ];
  const own = process.env['CHROMIUM_PATH'];
  if (own !== undefined) return playwright.launch({ executablePath: own, args });
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
