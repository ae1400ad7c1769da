import { globSync } from 'node:fs';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { z } from 'zod';
import { stampBuiltWeb, webFolder } from './built-web.ts';
import { runCommand } from './command.ts';
import { firstQueries } from '#/web/backoffice/first-page/first-queries.ts';

const help = `
node scripts/launch/build-web.ts — builds the checkout and the back office into .dist/web.

npm start and npm test run it themselves when a source has changed.
`;

const root = join(import.meta.dirname, '..', '..');
const checkoutFolder = join(webFolder, 'checkout');
const checkoutConfig = join(root, 'web/checkout/vite.config.ts');
const backofficeConfig = join(root, 'web/backoffice/vite.config.ts');

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    assets: z.array(z.string()).default([]),
  }),
);

/** Every page needs the font of Latin text. */
const FONT = /-latin-wght-[\w-]+\.woff2$/;

/** Writes what each checkout page needs (`PageAssets` in web/checkout/renderer.ts), from Vite's manifest. */
const writeCheckoutAssets = async (): Promise<void> => {
  const client = join(checkoutFolder, 'client');
  const text = await readFile(join(client, '.vite/manifest.json'), 'utf8');
  const chunks = manifest.parse(JSON.parse(text));
  const chunk = (name: string) => {
    const entry = chunks[name];
    if (!entry) throw new Error(`the web build has no ${name}`);
    return entry;
  };
  const url = (file: string): string => `/checkout/${file}`;
  const importsOf = (name: string): readonly string[] =>
    chunk(name).imports.flatMap((next) => [next, ...importsOf(next)]);
  const style = (await readFile(join(client, chunk('checkout.css').file), 'utf8')).trim();
  const fonts = chunk('checkout.css').assets.filter((file) => FONT.test(file));
  const page = (entry: string) => ({
    style,
    fonts: fonts.map(url),
    script: url(chunk(entry).file),
    preloads: [...new Set(importsOf(entry))].map((name) => url(chunk(name).file)),
  });
  const pages = { checkout: page('checkout-entry.tsx'), payment: page('payment-entry.tsx') };
  await writeFile(join(checkoutFolder, 'assets.json'), JSON.stringify(pages));
};

/** Writes the paths of the generated routes; the server answers 404 for others. */
const writeBackofficePaths = async (): Promise<void> => {
  const tree = await readFile(join(root, 'web/backoffice/route-tree.gen.ts'), 'utf8');
  const [, routes = ''] = /^export interface FileRoutesByTo \{([^}]*)\}/m.exec(tree) ?? [];
  const paths = [...routes.matchAll(/^ {2}'([^']+)':/gm)].map(([, path]) => path);
  if (paths.length === 0) throw new Error('route-tree.gen.ts names no addresses');
  await writeFile(join(webFolder, 'backoffice-paths.json'), JSON.stringify(paths));
};

/** The modules of a page and its layouts. `?tsr-split=component` names what the router's plugin splits off. */
const partsOf = (file: string): readonly string[] => {
  const folders = file.split('/').slice(0, -1);
  const layouts = folders.map((_, depth) => `${folders.slice(0, depth + 1).join('/')}/route.tsx`);
  return [...layouts, file].map((part) => `${part}?tsr-split=component`);
};

/** Writes what each page needs at once (api/pages/backoffice-page.ts), from Vite's manifest. */
const writeBackofficePages = async (): Promise<void> => {
  const text = await readFile(join(webFolder, 'backoffice/.vite/manifest.json'), 'utf8');
  const chunks = manifest.parse(JSON.parse(text));
  const importsOf = (name: string): readonly string[] =>
    chunks[name] ? [name, ...chunks[name].imports.flatMap(importsOf)] : [];
  const ofAll = new Set(importsOf('index.html'));
  const routes = globSync('**/*.tsx', { cwd: join(root, 'web/backoffice/routes') });
  const pages = routes
    .filter((file) => !/(?:^|\/)(?:__root|route|index)\.tsx$/.test(file))
    .map((file) => {
      const path = `/${file.replace(/\.tsx$/, '')}`;
      const needed = partsOf(`routes/${file}`).flatMap(importsOf);
      const modules = [...new Set(needed)].filter((name) => !ofAll.has(name));
      return [
        path,
        {
          modules: modules.map((name) => `/${chunks[name]?.file}`),
          queries: firstQueries[path],
        },
      ] as const;
    });
  await writeFile(
    join(webFolder, 'backoffice-pages.json'),
    JSON.stringify(Object.fromEntries(pages)),
  );
};

/** In bytes: compressing a smaller file would not save a network packet. */
const WORTH_COMPRESSING = 1_024;

const compressWithBrotli = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });

/** Writes a `.br` and a `.gz` next to each larger script, style sheet and SVG. */
const compress = async (folder: string): Promise<void> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && /\.(?:js|css|svg)$/.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const content = await readFile(path);
      if (content.length < WORTH_COMPRESSING) return;
      await Promise.all([
        writeFile(`${path}.br`, await compressWithBrotli(content)),
        writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 })),
      ]);
    }),
  );
};

const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
  const started = performance.now();
  await work();
  console.log(`• ${name}, ${((performance.now() - started) / 1_000).toFixed(1)} s`);
};

const buildWithVite = (configFile: string, isServer = false): Promise<unknown> =>
  build({ configFile, logLevel: 'warn', build: { ssr: isServer } });

await runCommand({
  help,
  run: async () => {
    await step('Checkout for browsers', () => buildWithVite(checkoutConfig));
    await step('Checkout for the server', () => buildWithVite(checkoutConfig, true));
    await step('List of assets', writeCheckoutAssets);
    await step('Back office for browsers', () => buildWithVite(backofficeConfig));
    await step('Back office for the server', () => buildWithVite(backofficeConfig, true));
    await step('Addresses of the back office', writeBackofficePaths);
    await step('List of pages', writeBackofficePages);
    await step('Compressed copies', async () => {
      await compress(join(checkoutFolder, 'client/assets'));
      await compress(join(webFolder, 'backoffice/assets'));
    });
    await stampBuiltWeb();
  },
});
