import { buildWebWhenChanged, webFolder } from '#/scripts/launch/built-web.ts';
import { readApiEnvironment } from '#/api/composition/env.ts';
import { demoOf, isLoopbackHost, ownUrl } from '#/api/composition/exposure.ts';
import { loadSecrets } from '#/api/composition/secrets.ts';
import { runCommand } from '#/scripts/launch/command.ts';
import { checkOwnDatabase, checkPort, readEnvironment } from '#/scripts/launch/environment.ts';
import { inviteFirstPerson } from '#/scripts/launch/invitation-link.ts';
import { prepareStores } from '#/scripts/launch/open-database.ts';
import { unlessSilent } from '#/scripts/launch/silent-database.ts';
import { PASSWORD, people, shownOffers } from '#/scripts/seeds/demo-catalogue.ts';
import { secondPeople } from '#/scripts/seeds/demo-second.ts';
import { refuseDemoWorld, seedDemoWhenEmpty } from '#/scripts/seeds/demo.ts';

const help = `
npm start — runs the whole product on this machine, and keeps its data between runs.

Usage: npm start [-- --demo]

With an empty database and PUBLIC_URL at localhost, it creates the demo world, which has published passwords and answers only
requests from this machine. At any other address it starts without data, and prints an invitation link for the first
master (npm run invite prints another).

Options
  --demo          creates the demo world at any address, open to everyone who can reach it; refused if DEMO=false

Environment
  PUBLIC_URL      the address at which browsers and providers reach us (default http://localhost:<port>)
  DEMO            true: the same as --demo; false: no demo, not even at localhost
  HOST            the address of this machine to listen on (default 127.0.0.1; 0.0.0.0 listens on all)
  PORT            port of the pages, the API and the live socket (default 3000; 0 takes a free one)
  DATA_DIR        folder for all files that the product stores (default .data)
  DATABASE_URL    your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not, such as esdb://host:2113?tls=false
  EVENTSTORE_PREFIX  name of this product's log on an EventStoreDB that several products share
  SEAL_KEY        Ed25519 key that seals the log, or SEAL_KEY_FILE (default: created in DATA_DIR/seal.key)
  SEAL_ANCHOR     file or http(s) address that receives every seal
  KEK             key that wraps the keys of personal data: id:base64 of 32 bytes, or several, the current first;
  KEK_FILE        … or the file it is in (default: created in DATA_DIR/secrets.json)
  SMTP_URL        the mail server: smtp://user:password@host:587, with MAIL_FROM, the sender of all mails
  DEMO_WEEKS      weeks of sales in the demo world (default 5)
  SANDBOX_VICES   how the demo's acquirer misbehaves, for tests: seed=21,late=0.05 (default: not at all)
  DRAIN_SECONDS   seconds for which /readyz answers 503 before connections are closed, for load balancers (default 0)

Ctrl-C or SIGTERM stops it and its Postgres; a second Ctrl-C does not wait for open requests.
`;

const addresses = (url: string): string => `
  Checkout        ${shownOffers.map((id) => `${url}/checkout/${id}`).join('\n                  ')}
  Seller          ${url}/login                ${people.seller.email}
  Administrator   ${url}/admin-root-login     ${people.admin.email}
  Accountant      ${url}/admin-root-login     ${people.accountant.email}
  Operator        ${url}/admin-root-login     ${people.operator.email}
  Master          ${url}/master-root-login    ${people.master.email}
  Manager         ${url}/manager-login        ${people.manager.email}
  Another platform: seller ${secondPeople.seller.email}, administrator ${secondPeople.admin.email}
  Password of all ${PASSWORD}
  E-mails         ${url}/outbox, unless SMTP_URL names a mail server

  API ${url}/api/docs · npm run db · npm run events
`;

const say = (line: string): void => console.log(`• ${line}`);

await runCommand({
  help,
  options: { demo: { type: 'boolean' } },
  isServer: () => true,
  run: async ({ values }, { stopping, resources }) => {
    stopping.addEventListener('abort', () => say('Stopping'));
    const environment = readEnvironment();
    const { port, dataDir, demoWeeks: weeks } = environment;
    const { DEMO, HOST: host, PUBLIC_URL: publicUrl } = readApiEnvironment(process.env);
    const demo = demoOf({ flag: values['demo'] === true, variable: DEMO, publicUrl });
    await checkPort(port, host);
    // Wrong secrets are reported before anything is built.
    await loadSecrets(dataDir, process.env);
    const progress = { onProgress: say, signal: stopping };
    const locations = await prepareStores(environment, resources, progress);
    const { databaseUrl } = locations;
    const bringUp = async () => {
      await checkOwnDatabase(databaseUrl);
      await buildWebWhenChanged(progress);
      if (demo === 'none') await refuseDemoWorld(locations);
      const seed = {
        ...locations,
        ...progress,
        dataDir,
        webhookBaseUrl: ownUrl(host, port),
        weeks,
      };
      const isDemo = demo !== 'none' && (await seedDemoWhenEmpty(seed));
      stopping.throwIfAborted();
      const { startServer } = await import('#/api/main.ts');
      const listening = { host, port, demo, webFolder };
      const server = await startServer({ ...locations, ...listening, dataDir, onProgress: say });
      resources.defer(server.stop);
      stopping.throwIfAborted();
      const link = isDemo ? undefined : await inviteFirstPerson(databaseUrl, server);
      return { url: server.url, isDemo, link };
    };
    const { url, isDemo, link } = await unlessSilent(databaseUrl, bringUp());
    say(`Razão is at ${url}`);
    if (isDemo) console.log(addresses(url));
    if (link !== undefined) say(link);
    if (demo === 'local' && !isLoopbackHost(host)) {
      say(`It answers this machine alone, though it listens at ${host}: --demo shows it to others`);
    }
  },
});
