import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { findConnected } from '#/domain/workflows/acquirer-of.ts';
import { isSecretAddress } from './address.ts';
import { redactDelivery, type RedactedDelivery } from './redact-notice.ts';
import { createIntake, createStoring } from './intake.ts';
import type {
  StoreResult,
  NoticeStore,
  RecognisedNotice,
  Sender,
  LeasedTarget,
  UnreadEnd,
  Trust,
} from '#/api/webhooks/store/notice-store.ts';
import type { Recognise } from './recognise.ts';

/** `kept` = stored, but no charge of ours is known for the only notice. */
export type AcceptOutcome =
  | 'accepted'
  | 'duplicate'
  | 'kept'
  | 'ignored'
  | 'unauthorized'
  | 'unreadable';

const MOST_NOTICES_IN_DELIVERY = 1_000;

type Unread = 'unauthorized' | 'unreadable';

export type AcceptResult =
  | { readonly outcome: Exclude<AcceptOutcome, Unread> }
  | { readonly outcome: Unread; readonly failure: string };

export interface Address extends Pick<Sender, 'provider' | 'platformId'> {
  readonly secret?: string;
}

/** Takes rate-limit points of the sender's IP address. @throws Rejected `rate/limited` */
export type TakePoints = (limit: 'notice' | 'badNotice', points: number) => Promise<void>;

const readFrom = async (
  { readNotices }: PaymentProvider,
  request: NoticeRequest,
): Promise<readonly ProviderNotice[] | Extract<AcceptResult, { readonly outcome: Unread }>> => {
  try {
    const notices = (await readNotices?.(request)) ?? [];
    return notices.length > MOST_NOTICES_IN_DELIVERY
      ? { outcome: 'unreadable', failure: `more than ${MOST_NOTICES_IN_DELIVERY} notices` }
      : notices;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // The sender should retry: the query that authenticates the notice is unavailable.
    if (error.kind === 'unavailable')
      throw new Rejected('service/unavailable', { headers: { 'Retry-After': '10' } });
    const outcome = error.kind === 'unauthorized' ? 'unauthorized' : 'unreadable';
    return { outcome, failure: error.message };
  }
};

interface ReadNotices {
  readonly acquirer: PaymentProvider;
  readonly received: Awaited<ReturnType<typeof readFrom>>;
}

/** Returns the name of the account whose secret proves its notices, if it is not connected now. */
const findFormerName = async (
  ports: Pick<Core['ports'], 'providers'>,
  { provider, platformId }: Pick<Address, 'provider' | 'platformId'>,
  { authenticatesNotices, merchantAccount }: PaymentProvider,
): Promise<string | undefined> => {
  if (authenticatesNotices !== true || merchantAccount === undefined) return undefined;
  const connected = await findConnected(ports, { provider, platformId: platformId ?? '' });
  return connected?.merchantAccount === merchantAccount ? undefined : merchantAccount;
};

/** A notice has an id of its own for each former account, so that it does not count as the repetition of another account's notice. */
const noticesOf = (
  notices: readonly ProviderNotice[],
  formerAccount: string | undefined,
): readonly ProviderNotice[] =>
  formerAccount === undefined
    ? notices
    : notices.map((each) => ({ ...each, noticeId: `${formerAccount}:${each.noticeId}` }));

/**
 * Reads a notice with the keys of the connected account. If they do not prove it, reads it with those of the former accounts: a sale there
 * may still be charged back.
 */
const readInAccounts = async (
  { providers }: Pick<Core['ports'], 'providers'>,
  { provider, platformId }: Pick<Address, 'provider' | 'platformId'>,
  request: NoticeRequest,
  storing: ReturnType<typeof createStoring>,
): Promise<ReadNotices> => {
  // Opening an account may query the database, before any limit: anyone may send a notice, to an acquirer that is not connected too.
  const open = (merchantAccount?: string) =>
    storing(false, () =>
      providers(provider, platformId ?? '', { for: 'LOOK_UP', merchantAccount }),
    );
  const read = async (acquirer: PaymentProvider): Promise<ReadNotices> => {
    return { acquirer, received: await readFrom(acquirer, request) };
  };
  const isProved = ({ received }: ReadNotices): boolean =>
    !('outcome' in received) || received.outcome !== 'unauthorized';
  const first = await read(await open());
  if (isProved(first)) return first;
  const { formerAccounts = [] } = await storing(false, () =>
    providers(provider, platformId ?? '', { for: 'SEARCH' }),
  );
  for (const name of formerAccounts) {
    const next = await read(await open(name));
    if (next.acquirer.authenticatesNotices === true && isProved(next)) return next;
  }
  return first;
};

/** A delivery of several notices may be about known and unknown charges, so it is not answered `kept`. */
const outcomeOf = (
  recognised: readonly RecognisedNotice[],
  newNotices: number,
): Exclude<AcceptOutcome, Unread> => {
  const [only, ...others] = recognised;
  if (newNotices === 0) return 'duplicate';
  const isUnknownCharge = only?.notice.type === 'TRANSACTION' && !only.isKnown;
  return others.length === 0 && isUnknownCharge ? 'kept' : 'accepted';
};

interface IntakeDependencies {
  readonly core: Core;
  readonly notices: Pick<NoticeStore, 'store' | 'storeUnread'>;
  readonly recognise: Recognise;
  /** Schedules processing; does not wait for it. */
  readonly wake: (trust: Trust, afterMs: number) => void;
  /** Reserves a place to process one target; undefined when none is free. */
  readonly reserve: () => ((leased: LeasedTarget | undefined) => void) | undefined;
  readonly onDropped: (notices: number) => void;
}

/** @returns how many notices are new */
const storeAndStart = async (
  { notices, wake, reserve, onDropped }: IntakeDependencies,
  sender: Sender,
  recognised: readonly RecognisedNotice[],
  delivery: RedactedDelivery,
): Promise<number> => {
  const isGenuine = sender.isProved || recognised.every(({ isKnown }) => isKnown);
  const start = isGenuine && recognised.length === 1 ? reserve() : undefined;
  let stored: StoreResult | undefined;
  try {
    stored = await notices.store(sender, recognised, delivery, start !== undefined);
  } finally {
    start?.(stored?.leased);
  }
  const { kept, dueInMs, dropped } = stored;
  if (dueInMs !== null) wake(isGenuine ? 'genuine' : 'unproved', dueInMs);
  onDropped(dropped);
  return kept;
};

/** Answers before the notices are processed. Strangers may send too, so each IP address has limits. */
export const createNoticeIntake = (dependencies: IntakeDependencies) => {
  const { core, notices, recognise, onDropped } = dependencies;
  const { secretName } = core.ports;
  const intake = createIntake();
  const storing = createStoring();

  const isProvedBy = ({ provider, platformId, secret }: Address): boolean =>
    secret !== undefined &&
    platformId !== null &&
    isSecretAddress(secretName, { provider, platformId }, secret);

  const storeUnread = async (
    sender: Pick<Sender, 'provider' | 'platformId'>,
    end: UnreadEnd,
    request: NoticeRequest,
  ): Promise<void> => {
    const dropped = await storing(false, () =>
      notices.storeUnread(sender, end, redactDelivery(request)),
    );
    onDropped(dropped);
  };

  const store = (
    sender: Sender,
    received: readonly ProviderNotice[],
    request: NoticeRequest,
  ): Promise<Extract<AcceptResult, { readonly outcome: Exclude<AcceptOutcome, Unread> }>> =>
    storing(sender.isProved, async () => {
      const recognised = await recognise(sender, received);
      const delivery = redactDelivery(request);
      const newNotices = await storeAndStart(dependencies, sender, recognised, delivery);
      return { outcome: outcomeOf(recognised, newNotices) };
    });

  return {
    /**
     * @throws Refused when the provider is not one of ours; Rejected when a limit is exceeded, or the query that authenticates the notice
     * is unavailable
     */
    receive: async (
      address: Address,
      request: NoticeRequest,
      takePoints: TakePoints,
    ): Promise<AcceptResult> => {
      const { provider: id, platformId } = address;
      const account = { provider: id, platformId };
      const cameToSecret = isProvedBy(address);
      return intake(cameToSecret ? 'proved' : 'unproved', async () => {
        const { acquirer, received } = await readInAccounts(core.ports, account, request, storing);
        if ('outcome' in received) {
          await takePoints('badNotice', 1);
          const outcome = received.outcome === 'unauthorized' ? 'UNAUTHORIZED' : 'UNREADABLE';
          await storeUnread(account, { outcome, failure: received.failure }, request);
          return received;
        }
        const formerAccount = await findFormerName(core.ports, account, acquirer);
        const isAuthentic = acquirer.authenticatesNotices === true && formerAccount === undefined;
        const isProved = isAuthentic || cameToSecret;
        if (!isProved) await takePoints('notice', Math.max(1, received.length));
        const sender = { ...account, isAuthentic, formerAccount, isProved };
        if (received.length > 0) return store(sender, noticesOf(received, formerAccount), request);
        // Answered with success, so that the sender does not retry; stored for staff.
        await storeUnread(account, { outcome: 'IGNORED', failure: null }, request);
        return { outcome: 'ignored' };
      });
    },
  };
};
