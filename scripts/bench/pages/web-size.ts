import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { webFolder } from '#/scripts/launch/built-web.ts';
import type { Measure } from '#/scripts/bench/measure.ts';
import { roundTo } from '#/scripts/bench/measure.ts';

const pageAssets = z.object({
  style: z.string(),
  script: z.string(),
  preloads: z.array(z.string()),
});
const assetList = z.object({ checkout: pageAssets, payment: pageAssets });
type PageAssets = z.output<typeof pageAssets>;

const kilobytes = (bytes: number): number => roundTo(bytes / 1_024, 1);

const gzippedSize = (content: string | Buffer): number => gzipSync(content, { level: 9 }).length;

/** @param most in KB (1,024 bytes) */
const limit = (
  name: string,
  bytes: number,
  most: number,
  details: Measure['details'],
): Measure => ({
  name,
  value: kilobytes(bytes),
  unit: 'KB',
  threshold: `≤ ${most}`,
  ok: bytes <= most * 1_024,
  details,
});

/** Sizes in KB, gzipped, by file name. */
const measureScripts = async ({
  script,
  preloads,
}: PageAssets): Promise<Record<string, number>> => {
  const sizes = [script, ...preloads].map(async (url) => {
    const file = url.replace(/^\/checkout\//, '');
    const content = await readFile(join(webFolder, 'checkout/client', file));
    return [
      file.replace(/^assets\/|-[\w-]{8}\.js$/g, ''),
      kilobytes(gzippedSize(content)),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(sizes));
};

const measurePage = async (name: string, page: PageAssets, most: number): Promise<Measure> => {
  const sizes = await measureScripts(page);
  const total = Object.values(sizes).reduce((sofar, size) => sofar + size, 0);
  return limit(name, total * 1_024, most, sizes);
};

const backofficePages = z.record(z.string(), z.object({ modules: z.array(z.string()) }));

const measureFile = async (url: string): Promise<number> =>
  gzippedSize(await readFile(join(webFolder, 'backoffice', url)));

/** Measures the scripts that each page needs before it can be read, with those that all pages need. */
const measureBackoffice = async (): Promise<readonly Measure[]> => {
  const html = await readFile(join(webFolder, 'backoffice/index.html'), 'utf8');
  const list = await readFile(join(webFolder, 'backoffice-pages.json'), 'utf8');
  const common = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, url = '']) => url,
  );
  const pages = Object.entries(backofficePages.parse(JSON.parse(list)));
  return Promise.all(
    pages.map(async ([path, { modules }]) => {
      const sizes = await Promise.all([...common, ...modules].map(measureFile));
      const total = sizes.reduce((sofar, size) => sofar + size, 0);
      return limit(
        `${path}: JavaScript at first, gzip`,
        total,
        path.startsWith('/admin-root/') ? 195 : 180,
        { modules: sizes.length },
      );
    }),
  );
};

/** Measures what phones download (screens.84). */
export const measureWebSizes = async (): Promise<readonly Measure[]> => {
  const text = await readFile(join(webFolder, 'checkout/assets.json'), 'utf8');
  const { checkout, payment } = assetList.parse(JSON.parse(text));
  return [
    await measurePage('/checkout: JavaScript in all, gzip', checkout, 115),
    await measurePage('/checkout/payment: JavaScript in all, gzip', payment, 100),
    limit('checkout: inlined CSS, gzip', gzippedSize(checkout.style), 10, {}),
    ...(await measureBackoffice()),
  ];
};
