import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Opens a pool whose connections may break without an error, as they do when their database is dropped. */
export const benchPool = (connectionString: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

export const withOwnDatabase = async <Result>(
  databaseUrl: string,
  work: (url: string) => Promise<Result>,
): Promise<Result> => {
  const server = new pg.Client(databaseUrl);
  await server.connect();
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  await server.query(`CREATE DATABASE ${name}`);
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await server.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await server.end();
  }
};
