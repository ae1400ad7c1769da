import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text as readAll } from 'node:stream/consumers';
import { ZodError } from 'zod';
import { listConnectedProviders } from '#/api/acquiring/connected-providers.ts';
import {
  connectAcquirer,
  disconnectAcquirer,
  reviseRoutes,
  type IsAwaited,
} from '#/api/acquiring/settings.ts';
import { isUnprovable, supportsPurpose } from '#/api/acquiring/circumstances.ts';
import { paymentProvider, providers } from '#/adapters/payments/registry.ts';
import {
  routeOnlyTo,
  purposes,
  route,
  type Purpose,
  type Route,
  type Routes,
} from '#/domain/acquiring/route.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { platform } from '#/domain/platform/platform.ts';
import { activeDetails } from '#/domain/aggregates/record.ts';
import { awaitsOutcome } from '#/projections/awaited-outcomes.ts';
import { BadEnvironment, runCommand, UsageError } from '#/scripts/launch/command.ts';
import { readEnvironment } from '#/scripts/launch/environment.ts';
import { openCore, type OpenCore } from '#/scripts/launch/open-core.ts';
import { choosePlatform } from '#/scripts/launch/choose-platform.ts';
import { findRunningLocations } from '#/scripts/launch/running-locations.ts';

const help = `
npm run acquirers — the accounts that a platform has with acquirers, and which of them it uses.

Usage: npm run acquirers                                   lists them
       npm run acquirers -- connect <provider> <file|->    stores the account in that JSON file, or from the standard input
       npm run acquirers -- use <provider>                 sends new charges and payouts there; what it does not support is not offered
       npm run acquirers -- route <purpose> [<provider>[:<share>] …]
                                                           purpose: PIX, CREDIT_CARD, BILLET or WITHDRAW; providers in order of priority,
                                                           with shares in percent; without a share, used when the others decline; with no
                                                           provider, the purpose is not offered
       npm run acquirers -- disconnect <provider>          forgets the account; refused while a route names it or a request
                                                           is open there

Options
  --platform   the platform, if there are several
  --new-keys   the file has new keys of the connected account; without this option, it is another account that replaces the
               connected one, which is refused while requests need that one

Accounts are encrypted under the master key and never shown; npm run providers lists the fields of each. An account
is needed until the acquirer has concluded all requests made with it. Running processes use a change within five seconds.

Environment
  DATA_DIR      folder of the embedded Postgres (default .data); npm start starts it
  DATABASE_URL  your own Postgres, instead of the embedded one
  EVENTSTORE_URL  the EventStoreDB that has the log, if Postgres does not
  EVENTSTORE_PREFIX  name of this product's log on an EventStoreDB that several products share
  KEK           as for npm start
`;

interface Session extends OpenCore {
  readonly platformId: string;
  /** Whether the new keys are for the same account. */
  readonly isSameAccount: boolean;
}

const providerIds = Object.keys(providers);

/** @throws UsageError */
const providerNamed = (id: string | undefined): string => {
  if (id !== undefined && providerIds.includes(id)) return id;
  throw new UsageError(`Name one of ${providerIds.join(', ')}.`);
};

/** @throws BadEnvironment when no active platform has this id */
const loadPlatform = async ({ core, platformId }: Session) => {
  const { state } = await core.handler.load(platform, streamOf('platform', platformId));
  if (state.status === 'ACTIVE') return activeDetails(state);
  throw new BadEnvironment(`There is no platform ${platformId}.`);
};

const list = async (session: Session): Promise<void> => {
  const { routes } = await loadPlatform(session);
  for (const id of await listConnectedProviders(session.core, session.platformId)) {
    const uses = purposes.flatMap((purpose) => {
      const leg = routes[purpose].find(({ provider }) => provider === id);
      if (!leg) return [];
      return `${purpose} ${leg.share > 0 ? `${leg.share} %` : 'to fall back on'}`;
    });
    if (id === 'none' && uses.length === 0) continue;
    console.log([id, uses.join(', ')].filter((part) => part !== '').join('  '));
  }
};

const readAccount = async (file: string | undefined): Promise<unknown> => {
  if (file === undefined) throw new UsageError('Name the file of the account, or - for input.');
  const text = file === '-' ? await readAll(process.stdin) : await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new BadEnvironment(`${file} holds no JSON.`);
  }
};

/** Tells whether a request made at this acquirer, with the given account, still has no outcome. */
const isAwaitedAt =
  ({ pool, platformId }: Session, provider: string): IsAwaited =>
  (account) =>
    awaitsOutcome(pool, { platformId, provider, account });

/** Does not call the acquirer: whether it accepts the account shows at the first call. */
const connect = async (session: Session, id: string, file: string | undefined): Promise<void> => {
  if (id === 'sandbox') throw new BadEnvironment('The sandbox needs no account.');
  const account = await readAccount(file);
  try {
    paymentProvider(id, account);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const fields = error.issues.map(({ path, message }) => `${path.join('.')} (${message})`);
    throw new BadEnvironment(`The account is not what ${id} wants: ${fields.join(', ')}.`);
  }
  const connection = { provider: id, account, isSameAccount: session.isSameAccount };
  await connectAcquirer(session.core, connection, byOperator(session), isAwaitedAt(session, id));
  console.log(`${id} is connected`);
};

/** @throws BadEnvironment when the platform has no account at this acquirer */
const requireConnected = async ({ core, platformId }: Session, id: string): Promise<void> => {
  if (!(await listConnectedProviders(core, platformId)).has(id))
    throw new BadEnvironment(`${id} is not connected.`);
};

/** Recorded with the actor `system`. */
const byOperator = ({ platformId }: Session) => ({
  commandId: randomUUID(),
  platform: platformId,
  actor: 'system',
});

const revise = async (session: Session, changes: Partial<Routes>): Promise<void> => {
  const { routes } = await loadPlatform(session);
  await reviseRoutes(session.core, { routes: { ...routes, ...changes } }, byOperator(session));
};

/** Routes to the acquirer each purpose that it supports and `mayRoute` allows. The others are not offered. `none` gets every purpose. */
const use = async (session: Session, id: string): Promise<void> => {
  await requireConnected(session, id);
  const acquirer = await session.core.ports.providers(id, session.platformId);
  const { routes } = await loadPlatform(session);
  // An acquirer that cannot prove outcomes gets no new route. A route on record stays, because it could not be made again.
  const mayRoute = (purpose: Purpose): boolean =>
    routes[purpose].some(({ provider }) => provider === id) || !isUnprovable(acquirer, purpose);
  const routeFor = (purpose: Purpose): Route =>
    id === 'none' || (supportsPurpose(acquirer, purpose) && mayRoute(purpose))
      ? routeOnlyTo(id)
      : [];
  const newRoutes: Routes = {
    PIX: routeFor('PIX'),
    CREDIT_CARD: routeFor('CREDIT_CARD'),
    BILLET: routeFor('BILLET'),
    WITHDRAW: routeFor('WITHDRAW'),
  };
  await revise(session, newRoutes);
  const without = purposes.filter((purpose) => newRoutes[purpose].length === 0);
  const warning = without.length === 0 ? '' : `; not offered: ${without.join(', ')}`;
  console.log(`${id} is in use from now on${warning}`);
};

/** Parses `onz:70`. Without a share the acquirer is a fallback. */
const legOf = (text: string): { readonly provider: string; readonly share: number } => {
  const [id, share = '0'] = text.split(':');
  return { provider: providerNamed(id), share: Number(share) };
};

const setRoute = async (session: Session, purpose: string | undefined, legs: readonly string[]) => {
  const namedPurpose = purposes.find((each) => each === purpose);
  if (namedPurpose === undefined) throw new UsageError(`Name one of ${purposes.join(', ')}.`);
  const parsedRoute = route.safeParse(legs.map(legOf));
  if (!parsedRoute.success)
    throw new UsageError(`Not a route: ${parsedRoute.error.issues[0]?.message}.`);
  for (const { provider } of parsedRoute.data) await requireConnected(session, provider);
  await revise(session, { [namedPurpose]: parsedRoute.data });
  console.log(`${namedPurpose}: ${legs.join(', ') || 'not offered'} from now on`);
};

const disconnect = async (session: Session, id: string): Promise<void> => {
  await requireConnected(session, id);
  const { core } = session;
  const isAwaited = isAwaitedAt(session, id);
  await disconnectAcquirer(core, id, byOperator(session), isAwaited).catch((error: unknown) => {
    const isUsed = error instanceof Refused && error.code === 'provider/in-use';
    throw isUsed ? new BadEnvironment(`${id} is in use: use another one first.`) : error;
  });
  console.log(`${id} is disconnected`);
};

const sentenceOf = ({ code, details: { provider, purpose } }: Refused): string => {
  switch (code) {
    case 'provider/method-not-offered':
      return `${String(provider)} does not do ${String(purpose)}: npm run providers shows who does.`;
    case 'provider/method-unprovable':
      return `${String(provider)} is not offered for cards: it cannot tell what became of a charge whose answer is lost.`;
    case 'provider/payouts-unprovable':
      return `${String(provider)} is not offered for payouts: it cannot tell how one ended that was under way.`;
    case 'provider/billing-address-required':
      return `${String(provider)} charges cards only with a billingAddress in its account.`;
    case 'provider/awaited':
      return 'Charges, refunds, payouts or registrations are still open there: wait until they have ended. New keys of the same account: --new-keys.';
    default:
      return `Refused: ${code}.`;
  }
};

const runSubcommand = async (session: Session, words: readonly string[]): Promise<void> => {
  const [what, id, file] = words;
  switch (what) {
    case undefined:
      return list(session);
    case 'connect':
      return connect(session, providerNamed(id), file);
    case 'use':
      return use(session, providerNamed(id));
    case 'route':
      return setRoute(session, id, words.slice(2));
    case 'disconnect':
      return disconnect(session, providerNamed(id));
    default:
      throw new UsageError(`Not known: ${what}. See --help.`);
  }
};

await runCommand({
  help,
  options: { platform: { type: 'string' }, 'new-keys': { type: 'boolean' } },
  allowPositionals: true,
  run: async ({ values, positionals }) => {
    const open = await openCore(await findRunningLocations(), readEnvironment().dataDir);
    try {
      const platformId = await choosePlatform(open.pool, values['platform']);
      const isSameAccount = values['new-keys'] === true;
      await runSubcommand({ ...open, platformId, isSameAccount }, positionals).catch(
        (error: unknown) => {
          throw error instanceof Refused ? new BadEnvironment(sentenceOf(error)) : error;
        },
      );
    } finally {
      await open.close();
    }
  },
});
