import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { checkOwnDatabase, readEnvironment } from '#/scripts/launch/environment.ts';
import { openPlaces } from '#/scripts/launch/open-database.ts';
import { seedDemoWhenEmpty, whatIsThere } from '#/scripts/seeds/demo.ts';

const help = `
npm run seed — makes the demo world in an empty database: catalogue, people, and weeks of sales, refunds and payouts.

Usage: npm run seed

npm start does this by itself; a place that holds anything, or whose first administrator was
invited, is left alone.

Environment
  DATA_DIR        folder of everything that is kept (default .data)
  DATABASE_URL    a Postgres of yours, in place of the embedded one
  EVENTSTORE_URL  an EventStoreDB that keeps the log in place of Postgres
  EVENTSTORE_PREFIX  what this product is called there, when several share it
  DEMO_WEEKS      weeks of sales (default 5)
  PORT            where the product will run (default 3000)
`;

const say = (line: string): void => console.log(`• ${line}`);

await runCommand({
  help,
  run: async (_arguments, { stopping, owned }) => {
    const environment = readEnvironment();
    const { port, dataDir, demoWeeks: weeks } = environment;
    const progress = { onProgress: say, signal: stopping };
    const places = await openPlaces(environment, owned, progress);
    await checkOwnDatabase(places.databaseUrl);
    switch (await whatIsThere(places)) {
      case 'demo':
        say('The demo world is there already; nothing was changed');
        return;
      case 'another':
        throw new BadEnvironment(
          'This place has records of its own, or its first administrator was invited: the demo world is only made in an empty one.',
        );
      case 'nothing':
      case 'begun':
    }
    const webhookBaseUrl = `http://127.0.0.1:${port}`;
    await seedDemoWhenEmpty({ ...places, ...progress, dataDir, webhookBaseUrl, weeks });
    say('The demo world is made');
  },
});
