import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import express, { type ErrorRequestHandler, type RequestHandler } from 'express';
import pino from 'pino';
import { createLinks } from '#/adapters/storage/disk-links.ts';
import { openDiskStorage, type DiskStorage } from '#/adapters/storage/disk.ts';
import type { FileLinks } from '#/api/files/private-files.ts';
import { filePages, uploadRoutes } from '#/api/files/routes.ts';
import { sendProblem } from '#/api/http/problem.ts';

/** A storage in its own folder, served by the product's routes; the test moves its clock. */
export interface DiskFiles {
  readonly url: string;
  readonly folder: string;
  readonly storage: DiskStorage;
  /** Error lines that the server logged, as JSON. */
  readonly logged: readonly string[];
  readonly pass: (seconds: number) => void;
  /** Paths of all files in the folder, unfinished uploads too. */
  readonly names: () => Promise<readonly string[]>;
  readonly dispose: () => Promise<void>;
}

export const temporaryStorage = async (
  baseUrl: string,
  now?: () => number,
): Promise<{
  readonly folder: string;
  readonly storage: DiskStorage;
  readonly privateLinks: FileLinks;
  readonly remove: () => Promise<void>;
}> => {
  const folder = await mkdtemp(join(tmpdir(), 'razao-files-'));
  const secret = 'a secret of thirty-two characters';
  const places = { uploads: `${baseUrl}/api/private-files`, downloads: `${baseUrl}/private-files` };
  return {
    folder,
    privateLinks: createLinks(places, secret, now ?? Date.now),
    storage: await openDiskStorage({ folder, baseUrl, secret, ...(now && { now }) }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

export const diskFiles = async (
  /** Further routes to serve, by path. */
  others: Readonly<Record<string, RequestHandler>> = {},
): Promise<DiskFiles> => {
  let passed = 0;
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const url = `http://127.0.0.1:${address.port}`;
  const { folder, storage, remove } = await temporaryStorage(url, () => Date.now() + passed);
  const logged: string[] = [];
  const logger = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
  const onError: ErrorRequestHandler = (error, request, response, _next) =>
    sendProblem(error, request, response, logger);
  const app = express();
  app.use('/api/files', uploadRoutes(storage)).use(filePages('/files', storage));
  for (const [path, route] of Object.entries(others)) app.use(path, route);
  server.on('request', app.use(onError));
  return {
    url,
    folder,
    storage,
    logged,
    pass: (seconds) => {
      passed += seconds * 1_000;
    },
    names: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
    },
    dispose: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await remove();
    },
  };
};
