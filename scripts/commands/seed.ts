import { BadEnvironment, runCommand } from '#/scripts/launch/command.ts';
import { checkOwnDatabase, readEnvironment } from '#/scripts/launch/environment.ts';
import { prepareStores } from '#/scripts/launch/open-database.ts';
import { seedDemoWhenEmpty, inspectLocations } from '#/scripts/seeds/demo.ts';

const help = `
npm run seed — creates the demo world in an empty database: catalogue, people, and weeks of sales, refunds and payouts.

Usage: npm run seed

npm start does the same. A database that has data, or whose first master was invited, is refused and left unchanged.

Environment
  DATA_DIR        folder for all files that the product stores (default .data)
  DATABASE_URL    your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not
  EVENTSTORE_PREFIX  name of this product's log on an EventStoreDB that several products share
  DEMO_WEEKS      weeks of sales (default 5)
  PORT            port on which the product will run (default 3000)
`;

const say = (line: string): void => console.log(`• ${line}`);

await runCommand({
  help,
  run: async (_arguments, { stopping, resources }) => {
    const environment = readEnvironment();
    const { port, dataDir, demoWeeks: weeks } = environment;
    const progress = { onProgress: say, signal: stopping };
    const locations = await prepareStores(environment, resources, progress);
    await checkOwnDatabase(locations.databaseUrl);
    switch (await inspectLocations(locations)) {
      case 'demo':
        say('The demo world exists already; nothing was changed');
        return;
      case 'another':
        throw new BadEnvironment(
          'This database has data, or its first master was invited: the demo world is only created in an empty one.',
        );
      case 'nothing':
      case 'begun':
    }
    const webhookBaseUrl = `http://127.0.0.1:${port}`;
    await seedDemoWhenEmpty({ ...locations, ...progress, dataDir, webhookBaseUrl, weeks });
    say('The demo world was created');
  },
});
