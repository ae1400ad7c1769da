import { requireNoneLostBySetup } from '#/api/acquiring/lost-requests.ts';
import type { Services } from '#/api/composition/api-services.ts';
import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { PlatformSetupShown } from '#/api/contract/platform-setup.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readCurrent } from '#/api/reads/freshness.ts';
import { writtenAt } from '#/api/http/written-at.ts';
import { readReceiverKey, secretsOfPlatform } from '#/api/platforms/defaults.ts';
import { showLimits } from '#/api/platforms/limits.ts';
import { maskedPixKey } from '#/api/withdrawals/masked-pix-key.ts';
import { detectPixKeyType, normalisePixKey } from '#/domain/brazil/pix-key.ts';
import { purposes } from '#/domain/acquiring/route.ts';
import { Refused } from '#/domain/errors/refused.ts';
import { streamOf } from '#/domain/values/ids.ts';
import { platformLimits } from '#/domain/platform/limits.ts';
import { platform } from '#/domain/platform/platform.ts';
import type { Direction } from '#/domain/platform/directions.ts';
import { UNRESTRICTED, type PlatformSetup } from '#/domain/platform/setup.ts';
import { detailsToChange } from '#/domain/aggregates/record.ts';
import { timestamp } from '#/domain/values/time.ts';
import { isDone, type KeyedContext } from '#/ledger/idempotency.ts';
import type { Queryable } from '#/projections/engine/define/query.ts';
import { hasMoney, moneyReadModels } from '#/projections/awaited-outcomes.ts';
import { loadPlatform } from './change-platform.ts';

type Writing = Pick<Core, 'handler' | 'now' | 'credentials' | 'machine'>;

/** The platform's setup to change, and the revision that the caller saw: if the record has a later one, the change is refused. */
interface Change {
  readonly platformId: string;
  readonly basedOn: number;
}

const showCertificate = (
  certificate: NonNullable<PlatformSetup['certificates']>[Direction],
): PlatformSetupShown['certificates'][Direction] =>
  certificate ? { validTo: certificate.validTo, fingerprint: certificate.fingerprint } : null;

/** @throws Rejected `resource/not-found` */
export const getPlatformSetup = async (
  { core, acquirers }: Pick<Services, 'core' | 'acquirers'>,
  { platformId }: ParsedInputOf<'master.getPlatformSetup'>,
): Promise<OutputOf<'master.getPlatformSetup'>> => {
  const { recorded, state } = await loadPlatform(core, platformId);
  const setup = state.details.setup ?? UNRESTRICTED;
  const { isInProduction, providers, methods, wording, receiver, certificates } = setup;
  const key = await readReceiverKey(core.credentials, platformId, receiver?.id);
  return {
    setup: {
      isInProduction,
      providers: providers ?? null,
      methods: methods ?? null,
      wording: wording ?? 'STANDARD',
      receiver: receiver
        ? { type: receiver.type, masked: key ? maskedPixKey(receiver.type, key) : '—' }
        : null,
      certificates: {
        CASH_IN: showCertificate(certificates?.CASH_IN),
        CASH_OUT: showCertificate(certificates?.CASH_OUT),
      },
      limits: showLimits(setup),
    },
    offered: acquirers.listings.map(({ id: provider, label }) => ({ provider, label })),
    revision: state.revision,
    position: writtenAt(recorded),
  };
};

/** `replaced` is the id of the secret that the setup no longer names. */
interface Revised {
  readonly setup: PlatformSetup;
  readonly replaced?: string | undefined;
}

/**
 * Revises a platform's setup. The record says which secret is in force, so a new secret is stored before the record names it.
 * @param change gets the id of the new secret @returns position @throws Refused `record/…`, Rejected
 */
const revise = async (
  { handler, now, credentials, machine }: Writing,
  { platformId, basedOn }: Change,
  by: KeyedContext,
  change: (setup: PlatformSetup, id: string) => Revised | Promise<Revised>,
  secret?: unknown,
): Promise<string> => {
  const { recorded, state } = await loadPlatform({ handler }, platformId);
  if (isDone(recorded, by)) return writtenAt(recorded);
  const { setup: before = UNRESTRICTED, maintenance, ...rest } = detailsToChange(state, basedOn);
  const owner = secretsOfPlatform(platformId);
  const id = machine.uuid();
  const { setup, replaced } = await change(before, id);
  const details = { ...rest, setup, ...(maintenance && { maintenance }) };
  const command = { type: 'Revise', details, basedOn, now: now() } as const;
  const context = { ...by, correlation: platformId };
  if (secret !== undefined) await credentials.put(owner, id, secret);
  try {
    const done = await handler.handle(platform, streamOf('platform', platformId), command, context);
    if (replaced !== undefined) await credentials.remove(owner, replaced);
    return writtenAt(done);
  } catch (error) {
    // After any other failure the record may already name the secret, so it stays.
    if (secret !== undefined && error instanceof Refused) await credentials.remove(owner, id);
    throw error;
  }
};

/**
 * Refuses to begin or end production while a seller has money or debts, or an outcome is awaited: simulated money must not become real.
 * @returns position @throws Refused `platform/has-money`, `provider/may-have-lost-request`, `record/…`
 */
export const revisePlatformSetup = (
  services: Services,
  { platformId, basedOn, ...set }: ParsedInputOf<'master.revisePlatformSetup'>,
  by: KeyedContext,
): Promise<string> =>
  revise(services.core, { platformId, basedOn }, by, async (before) => {
    const { receiver, certificates, limits } = before;
    const { isInProduction, providers, methods, wording } = set;
    const isSwitched = isInProduction !== before.isInProduction;
    const has = (database: Queryable) => hasMoney(database, platformId);
    if (isSwitched && (await readCurrent(services, moneyReadModels, has)))
      throw new Refused('platform/has-money');
    const isSimulationOver = isInProduction && (isSwitched || before.isSimulationOver === true);
    const setup = {
      isInProduction,
      ...(isSimulationOver && { isSimulationOver }),
      ...(providers && { providers: [...new Set(providers)].toSorted() }),
      ...(methods && { methods: purposes.filter((each) => methods.includes(each)) }),
      ...(wording !== 'STANDARD' && { wording }),
      ...(receiver && { receiver }),
      ...(certificates && { certificates }),
      ...(limits && { limits }),
    };
    await requireNoneLostBySetup(services.core, platformId, { before, after: setup });
    return { setup };
  });

/** Sets the limits of sales and withdrawals that begin from now on. @returns position @throws as `revise` */
export const setPlatformLimits = (
  core: Writing,
  { sale, withdrawal, withdrawalsPerDay, ...change }: ParsedInputOf<'master.setPlatformLimits'>,
  by: KeyedContext,
): Promise<string> => {
  const limits = platformLimits.parse({
    ...(sale !== null && { sale }),
    ...(withdrawal !== null && { withdrawal }),
    ...(withdrawalsPerDay !== null && { withdrawalsPerDay }),
  });
  const hasAny = Object.keys(limits).length > 0;
  return revise(core, change, by, ({ limits: _, ...setup }) => ({
    setup: hasAny ? { ...setup, limits } : setup,
  }));
};

/** @throws Rejected `request/invalid-input` */
const keyOf = (typed: string) => {
  const type = detectPixKeyType(typed);
  const key = type && normalisePixKey(type, typed);
  if (!type || key === undefined) {
    const errors = [{ path: 'pixKey', message: 'not-a-key' }];
    throw new Rejected('request/invalid-input', { errors });
  }
  return { type, key };
};

/** Sets or removes the PIX key for accounts that have none of their own. @returns position @throws as `revise` and `keyOf` */
export const setPlatformReceiver = (
  core: Writing,
  { pixKey, ...change }: ParsedInputOf<'master.setPlatformReceiver'>,
  by: KeyedContext,
): Promise<string> => {
  if (pixKey === null)
    return revise(core, change, by, ({ receiver, ...setup }) => ({
      setup,
      replaced: receiver?.id,
    }));
  const { type, key } = keyOf(pixKey);
  const set = ({ receiver: replaced, ...setup }: PlatformSetup, id: string): Revised => ({
    setup: { ...setup, receiver: { id, type } },
    replaced: replaced?.id,
  });
  return revise(core, change, by, set, { key });
};

/** @throws Rejected `request/invalid-input` */
const certificateFrom = (
  { core, acquirers }: Pick<Services, 'core' | 'acquirers'>,
  { content, passphrase }: ParsedInputOf<'master.setPlatformCertificate'>,
) => {
  const read = acquirers.readCertificate(Buffer.from(content, 'base64'), passphrase);
  const invalid = (path: string, message: string) =>
    new Rejected('request/invalid-input', { errors: [{ path, message }] });
  if ('problem' in read)
    throw invalid(read.problem === 'passphrase' ? 'passphrase' : 'content', read.problem);
  if (read.validTo <= Date.parse(core.now())) throw invalid('content', 'expired');
  const validTo = timestamp(Temporal.Instant.fromEpochMilliseconds(read.validTo));
  return { fingerprint: read.fingerprint, validTo };
};

type Certificates = NonNullable<PlatformSetup['certificates']>;

const withCertificate = (
  { certificates = {}, ...setup }: PlatformSetup,
  direction: Direction,
  certificate: Certificates[Direction] | undefined,
): Revised => {
  const { [direction]: replaced } = certificates;
  const of = (each: Direction) => (each === direction ? certificate : certificates[each]);
  const [CASH_IN, CASH_OUT] = [of('CASH_IN'), of('CASH_OUT')];
  const remaining: Certificates = { ...(CASH_IN && { CASH_IN }), ...(CASH_OUT && { CASH_OUT }) };
  const hasAny = Object.keys(remaining).length > 0;
  return {
    setup: hasAny ? { ...setup, certificates: remaining } : setup,
    replaced: replaced?.id,
  };
};

/** Sets the certificate of accounts that have none of their own. @returns position @throws as `revise` and `certificateFrom` */
export const setPlatformCertificate = (
  services: Pick<Services, 'core' | 'acquirers'>,
  input: ParsedInputOf<'master.setPlatformCertificate'>,
  by: KeyedContext,
): Promise<string> => {
  const { direction, content, passphrase } = input;
  const certificate = certificateFrom(services, input);
  const secret = { content, ...(passphrase !== undefined && { passphrase }) };
  const set = (setup: PlatformSetup, id: string): Revised =>
    withCertificate(setup, direction, { id, ...certificate });
  return revise(services.core, input, by, set, secret);
};

/** @returns position @throws as `revise` */
export const removePlatformCertificate = (
  core: Writing,
  { direction, ...change }: ParsedInputOf<'master.removePlatformCertificate'>,
  by: KeyedContext,
): Promise<string> =>
  revise(core, change, by, (setup) => withCertificate(setup, direction, undefined));
