import type { Core } from '#/api/composition/core.ts';
import { Rejected } from '#/api/http/problem.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import type { PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import { isSecretAddress } from './address.ts';
import { harmless } from './harmless.ts';
import { createIntake, createKeeping } from './intake.ts';
import type { NoticeStore, Recognised, Sender, UnreadEnd } from './kept-notice.ts';
import type { Recognise } from './recognise.ts';
import type { Standing } from './subject-queue.ts';

/** What the sender is told: accepted, accepted but unknown to us yet, or not authenticated. */
export type Reception =
  | 'accepted'
  | 'duplicate'
  | 'kept'
  | 'ignored'
  | 'unauthorized'
  | 'unreadable';

/** What one delivery may say; an acquirer that gathers them sends dozens. */
const MOST_IN_ONE = 1_000;

type Unread = 'unauthorized' | 'unreadable';

/** How a delivery was received, and why it could not be. */
export type Received =
  | { readonly reception: Exclude<Reception, Unread> }
  | { readonly reception: Unread; readonly failure: string };

/** The address that a delivery came to. */
export interface Address extends Pick<Sender, 'provider' | 'platformId'> {
  /** The last part, where it has one. */
  readonly secret?: string;
}

/** Takes points of whoever sent a delivery. @throws Rejected `rate/limited` */
export type TakePoints = (limit: 'notice' | 'badNotice', points: number) => Promise<void>;

/** What a delivery says, or why that cannot be told. */
const readFrom = async (
  { readNotices }: PaymentProvider,
  request: NoticeRequest,
): Promise<readonly ProviderNotice[] | Extract<Received, { readonly reception: Unread }>> => {
  try {
    const heard = (await readNotices?.(request)) ?? [];
    return heard.length > MOST_IN_ONE
      ? { reception: 'unreadable', failure: `more than ${MOST_IN_ONE} notices` }
      : heard;
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    // What would tell whose it is cannot be asked now: its sender is to come again.
    if (error.kind === 'unavailable')
      throw new Rejected('service/unavailable', { headers: { 'Retry-After': '10' } });
    const reception = error.kind === 'unauthorized' ? 'unauthorized' : 'unreadable';
    return { reception, failure: error.message };
  }
};

/** Who says one thing is told whether we know what it is about; of several nobody could be told which. */
const receptionOf = (
  recognised: readonly Recognised[],
  kept: number,
): Exclude<Reception, Unread> => {
  const [only, ...others] = recognised;
  if (kept === 0) return 'duplicate';
  const isUnknownCharge = only?.notice.type === 'TRANSACTION' && !only.isKnown;
  return others.length === 0 && isUnknownCharge ? 'kept' : 'accepted';
};

/**
 * Takes deliveries in: read, kept, answered at once, and worked on afterwards. Strangers may knock: what nobody proved is
 * limited by address, and what is bad has a limit of its own; what is proved has none.
 */
export const createReception = (parts: {
  readonly core: Core;
  readonly notices: Pick<NoticeStore, 'keep' | 'keepUnread'>;
  readonly recognise: Recognise;
  /** Has it worked on after so many milliseconds, without waiting for it. */
  readonly wake: (standing: Standing, afterMs: number) => void;
  readonly onDropped: (notices: number) => void;
}) => {
  const { core, notices, recognise, wake, onDropped } = parts;
  const { providers, secretName } = core.ports;
  const intake = createIntake();
  const keeping = createKeeping();

  const isProvedBy = ({ provider, platformId, secret }: Address): boolean =>
    secret !== undefined &&
    platformId !== null &&
    isSecretAddress(secretName, { provider, platformId }, secret);

  const keepUnread = async (
    sender: Pick<Sender, 'provider' | 'platformId'>,
    end: UnreadEnd,
    request: NoticeRequest,
  ): Promise<void> => {
    const dropped = await keeping(false, () => notices.keepUnread(sender, end, harmless(request)));
    onDropped(dropped);
  };

  const keep = (
    sender: Sender,
    heard: readonly ProviderNotice[],
    request: NoticeRequest,
  ): Promise<Extract<Received, { readonly reception: Exclude<Reception, Unread> }>> =>
    keeping(sender.isProved, async () => {
      const recognised = await recognise(sender, heard);
      const { kept, dueInMs, dropped } = await notices.keep(sender, recognised, harmless(request));
      const isGenuine = sender.isProved || recognised.every(({ isKnown }) => isKnown);
      if (dueInMs !== null) wake(isGenuine ? 'genuine' : 'unproved', dueInMs);
      onDropped(dropped);
      return { reception: receptionOf(recognised, kept) };
    });

  return {
    /** @throws Refused when the provider is not one of ours; Rejected when there is too much of it */
    receive: async (
      address: Address,
      request: NoticeRequest,
      takePoints: TakePoints,
    ): Promise<Received> => {
      const { provider: id, platformId } = address;
      const account = { provider: id, platformId };
      const cameToSecret = isProvedBy(address);
      return intake(cameToSecret ? 'proved' : 'unproved', async () => {
        const provider = await providers(id, platformId ?? '');
        const heard = await readFrom(provider, request);
        if ('reception' in heard) {
          await takePoints('badNotice', 1);
          const outcome = heard.reception === 'unauthorized' ? 'UNAUTHORIZED' : 'UNREADABLE';
          await keepUnread(account, { outcome, failure: heard.failure }, request);
          return heard;
        }
        const isAuthentic = provider.authenticatesNotices ?? false;
        const sender = { ...account, isAuthentic, isProved: isAuthentic || cameToSecret };
        if (!sender.isProved) await takePoints('notice', Math.max(1, heard.length));
        if (heard.length > 0) return keep(sender, heard, request);
        // Its sender is told to be content, and people can see what it was.
        await keepUnread(account, { outcome: 'IGNORED', failure: null }, request);
        return { reception: 'ignored' };
      });
    },
  };
};
