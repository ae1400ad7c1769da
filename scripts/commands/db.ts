import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { checkDatabaseUrl, readEnvironment } from '#/scripts/launch/environment.ts';
import { findRunningPostgres } from '#/scripts/embedded-postgres/postgres.ts';

const help = `
npm run db — prints the connection string of the running Postgres, and nothing else.

Usage: psql "$(npm run --silent db)"

Environment
  DATA_DIR      folder of the embedded Postgres (default .data)
  DATABASE_URL  printed unchanged, if a connection to it can be made
`;

await runCommand({
  help,
  run: async () => {
    const { dataDir, databaseUrl } = readEnvironment();
    if (databaseUrl !== undefined) await checkDatabaseUrl(databaseUrl);
    const url = databaseUrl ?? (await findRunningPostgres(dataDir));
    if (url === undefined)
      throw new BadEnvironment(`No Postgres runs in ${dataDir}: npm start starts one.`);
    console.log(url);
  },
});
