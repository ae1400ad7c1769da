import type { Core } from '#/api/composition/core.ts';
import type { OutputOf, ParsedInputOf } from '#/api/contract/contract.ts';
import type { SetupChange } from '#/api/contract/platform-setup.ts';
import type { Services } from '#/api/composition/api-services.ts';
import { platformAuthorOf } from '#/api/people/author-of.ts';
import { streamOf } from '#/domain/values/ids.ts';
import type { PlatformDetails } from '#/domain/platform/platform.ts';
import type { Direction } from '#/domain/platform/directions.ts';
import { UNRESTRICTED } from '#/domain/platform/setup.ts';
import { dayOf } from '#/domain/values/time.ts';
import { decode } from '#/ledger/codec.ts';
import { loadPlatform } from './change-platform.ts';
import { loadActorEmails } from './emails.ts';

type UsedServices = Pick<Services, 'core' | 'acquirers'>;

const MOST_SHOWN = 100;

type Field = SetupChange['fields'][number]['field'];
type Fields = Readonly<Record<Field, string | null>>;

/** The fields before the platform exists. */
const NOTHING: Fields = {
  status: null,
  name: null,
  production: null,
  providers: null,
  methods: null,
  wording: null,
  largestSale: null,
  largestWithdrawal: null,
  withdrawalsPerDay: null,
  receiver: null,
  certificateIn: null,
  certificateOut: null,
};

const names = Object.keys(NOTHING) as readonly Field[];

/** Characters shown of an id or fingerprint: enough to tell two keys or certificates apart. */
const MARK_LENGTH = 8;

const describeCertificate = ({ setup }: PlatformDetails, direction: Direction): string | null => {
  const certificate = setup?.certificates?.[direction];
  if (certificate === undefined) return null;
  return `${dayOf(certificate.validTo)} · ${certificate.fingerprint.slice(0, MARK_LENGTH)}`;
};

const fieldsOf = ({ acquirers }: UsedServices, details: PlatformDetails): Fields => {
  const { isInProduction, providers, methods, wording, receiver, limits } =
    details.setup ?? UNRESTRICTED;
  return {
    status: 'ACTIVE',
    name: details.name,
    production: isInProduction ? 'ON' : 'OFF',
    providers: providers?.map(acquirers.labelOf).join(', ') ?? null,
    methods: methods?.join(', ') ?? null,
    wording: wording ?? 'STANDARD',
    largestSale: limits?.sale?.toString() ?? null,
    largestWithdrawal: limits?.withdrawal?.toString() ?? null,
    withdrawalsPerDay: limits?.withdrawalsPerDay?.toString() ?? null,
    receiver: receiver ? `${receiver.type} · ${receiver.id.slice(0, MARK_LENGTH)}` : null,
    certificateIn: describeCertificate(details, 'CASH_IN'),
    certificateOut: describeCertificate(details, 'CASH_OUT'),
  };
};

const changesOf = async (services: UsedServices, platformId: string) => {
  const recorded = await services.core.store.readStream(streamOf('platform', platformId));
  const changes = [];
  let after = NOTHING;
  for (const event of recorded.map(decode)) {
    const before = after;
    after =
      event.type === 'PlatformCreated' || event.type === 'PlatformRevised'
        ? fieldsOf(services, event.data.details)
        : { ...before, status: 'BLOCKED' };
    const fields = names
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field, before: before[field], after: after[field] }));
    if (fields.length > 0) changes.push({ event, fields });
  }
  return changes.toReversed().slice(0, MOST_SHOWN);
};

const headOf = async ({ store }: Core): Promise<string> => (await store.head()) ?? '';

/** Changes of name, status and setup, the last first. Terms and routes are for the platform's own staff. */
export const listPlatformChanges = async (
  services: UsedServices,
  { platformId }: ParsedInputOf<'master.listPlatformChanges'>,
): Promise<OutputOf<'master.listPlatformChanges'>> => {
  const { core } = services;
  await loadPlatform(core, platformId);
  const revisions = await changesOf(services, platformId);
  const authors = await loadActorEmails(
    core,
    revisions.map(({ event }) => event.meta.actor),
  );
  const changes = revisions.map(({ event: { revision, data, meta }, fields }) => ({
    revision,
    at: data.at,
    author: platformAuthorOf(meta.actor),
    by: authors.get(meta.actor) ?? null,
    fields,
  }));
  return { changes, position: await headOf(core) };
};
