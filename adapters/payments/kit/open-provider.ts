import type { z } from 'zod';
import type { PaymentMethod, TransactionRequest } from '#/domain/ports/charge.ts';
import type { OperationName, PaymentProvider } from '#/domain/ports/payment-provider.ts';
import { isBinding } from '#/domain/ports/provider-operations.ts';
import type { WithdrawMethod, WithdrawRequest } from '#/domain/ports/payout.ts';
import { NO_DEFAULTS, type PlatformDefaults } from '#/domain/ports/platform-defaults.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import {
  openChannel,
  type ChannelOptions,
  type OpenChannel,
  type WireRequest,
} from './network/channel.ts';
import type { ProviderDefinition, ProviderOperations } from './define-provider.ts';
import { encodersOf, payoutBy } from './encode.ts';
import type { Operation, ProviderContext } from './endpoint.ts';
import {
  Accepted,
  failureOfStatus,
  isRefusal,
  refuse,
  unreadableReply,
  type HttpMethod,
} from './failure.ts';
import { readRelevantNotices } from './notices.ts';
import { payoutStatusOf } from './payout.ts';
import { parseJson } from '#/domain/values/parse-json.ts';
import { scrub } from './scrub.ts';
import { withStatedAmount } from './values/charge-amount.ts';
import { createSendGuard, type SendGuard } from './send-guard.ts';
import type { TransportReply } from './network/transport.ts';
import { internet, wallClock } from './network/network.ts';
import { watchStatusWords, withUnknownStatus } from './unknown-status.ts';
import { unprovablePurposes } from './unprovable.ts';

const EXCERPT_LENGTH = 200;

const isSuccess = ({ status }: TransportReply): boolean => status >= 200 && status <= 299;

/** @throws ProviderFailure */
const pdfOf = (reply: TransportReply, method: HttpMethod, call: string): Uint8Array => {
  if (!isSuccess(reply)) throw failureOfStatus(method, call, reply.status, '');
  if (reply.bytes?.toString('latin1', 0, 5) === '%PDF-') return reply.bytes;
  throw unreadableReply(method, call, 'it is no PDF');
};

const unknownChannel = (name: string): never => {
  throw new RangeError(`no channel ${name}`);
};

type OpenChannels = ReadonlyMap<string, OpenChannel>;

const openChannels = <Account>(
  { id, channels }: ProviderDefinition<Account>,
  { account, platform }: Pick<OpenAccount<Account>, 'account' | 'platform'>,
  options: ChannelOptions,
): OpenChannels =>
  new Map(
    Object.entries(channels(account, platform)).map(([name, channel]) => [
      name,
      openChannel(id, channel, options),
    ]),
  );

interface OpenAccount<Account> extends Pick<ChannelOptions, 'now'> {
  readonly account: Account;
  readonly platform: PlatformDefaults;
  readonly channels: OpenChannels;
}

const createScrubber =
  (channels: OpenChannels) =>
  (text: string): string =>
    scrub(
      text,
      [...channels.values()].flatMap((channel) => channel.secrets()),
    );

/** @param guard absent for operations that are safe to repeat */
const createWire = <Account>(
  definition: ProviderDefinition<Account>,
  { account, platform, channels, now }: OpenAccount<Account>,
  guard?: SendGuard,
): ProviderContext<Account> => {
  const { id, amount, status, withdrawStatus } = definition;
  const channelOf = ({ via = 'main' }: WireRequest): OpenChannel =>
    channels.get(via) ?? unknownChannel(via);

  const scrubbed = createScrubber(channels);

  const read = <Reply extends z.ZodType>(
    { method, path, explain, broken, doneAt, isPreparatory }: WireRequest,
    reply: TransportReply,
    schema: Reply,
  ): z.output<Reply> => {
    const describeCall = (): string => scrubbed(`${id} ${method} ${path}`);
    if (!isSuccess(reply)) {
      const excerpt = scrubbed(reply.text).slice(0, EXCERPT_LENGTH);
      const { status: code } = reply;
      const body = parseJson(reply.text);
      const message = code >= 500 ? broken : explain?.(body);
      const text = message && scrubbed(message).slice(0, EXCERPT_LENGTH);
      const isDecline = guard && !isPreparatory ? guard.isDeclinedBy(code, body) : isRefusal(code);
      throw failureOfStatus(method, describeCall(), code, excerpt, { text, isDecline });
    }
    if (doneAt !== undefined && reply.status !== doneAt)
      throw new Accepted(describeCall(), reply.status);
    const parsed = schema.safeParse(parseJson(reply.text));
    if (parsed.success) return parsed.data;
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'body');
    throw unreadableReply(method, describeCall(), `unexpected ${fields.join(', ')}`);
  };

  return {
    account,
    platform,
    call: async (request, schema) =>
      read(request, await channelOf(request).send(request, guard), schema),
    find: async (request, schema, absent = 404) => {
      const reply = await channelOf(request).send(request, guard);
      return reply.status === absent ? undefined : read(request, reply, schema);
    },
    pdf: async (request) => {
      const headers = { accept: 'application/pdf', ...request.headers };
      const reply = await channelOf(request).send({ ...request, headers, isBinary: true });
      return reply.status === 404
        ? undefined
        : pdfOf(reply, request.method, scrubbed(`${id} ${request.method} ${request.path}`));
    },
    amount: amount.write,
    cents: (written) => {
      try {
        return amount.read(written);
      } catch (cause) {
        throw new ProviderFailure('unreadable', `${id}: not an amount`, {
          mayHaveHappened: true,
          cause,
        });
      }
    },
    status,
    withdrawStatus: (word) => payoutStatusOf(withdrawStatus, word),
    now: () => new Date(now()).toISOString(),
  };
};

/** For a payment or payout method that a provider does not take (acquirers.118). */
const METHOD_NOT_TAKEN = 'Payment method not supported';

const keysOf = <Key extends string>(
  named: Readonly<Partial<Record<Key, unknown>>> | undefined,
): readonly Key[] => (named ? (Object.keys(named) as Key[]) : []);

const declarationsOf = <Account>(
  definition: ProviderDefinition<Account>,
  account: Account,
): Partial<PaymentProvider> => {
  const { currencies, takesCardData, acceptsOnlyCnpj, refundRights, addressRequiredFor } =
    definition;
  const { absence, repeatable } = definition;
  const unprovable = unprovablePurposes(definition);
  return {
    ...(currencies && { currencies }),
    ...(unprovable.length > 0 && { unprovablePurposes: unprovable }),
    ...(takesCardData && { takesCardData }),
    ...(acceptsOnlyCnpj && { acceptsOnlyCnpj }),
    ...(refundRights && { refundRights }),
    ...(absence && { absence }),
    ...(repeatable && { repeatable }),
    ...(addressRequiredFor && { addressRequiredFor: addressRequiredFor(account) }),
  };
};

/** The operations without methods; those about charges return one amount (`statedAmountOf`). */
const withStatedAmounts = <Account>({
  charge: _,
  withdraw: __,
  getTransaction,
  findTransaction,
  capture,
  ...others
}: ProviderOperations<Account>) => ({
  ...others,
  ...(getTransaction && { getTransaction: withStatedAmount(getTransaction) }),
  ...(findTransaction && { findTransaction: withStatedAmount(findTransaction) }),
  ...(capture && { capture: withStatedAmount(capture) }),
});

export interface ClosableProvider extends PaymentProvider {
  /** Waits for the calls in progress. */
  readonly close: () => Promise<void>;
}

export interface ProviderOptions extends ChannelOptions {
  /** Whether `now` is known to agree with the clocks of all processes. */
  readonly isClockTrue: () => boolean;
  /** The platform's settings for all of its accounts. */
  readonly platform: PlatformDefaults;
}

const DEFAULTS = {
  now: wallClock,
  isClockTrue: () => true,
  reach: 'public',
  network: internet,
  platform: NO_DEFAULTS,
} as const;

/** Connects only to public hosts unless the options allow more. */
export const openProvider = <Account>(
  definition: ProviderDefinition<Account>,
  account: Account,
  options: Partial<ProviderOptions> = {},
): ClosableProvider => {
  const { isClockTrue, platform, ...channelOptions } = { ...DEFAULTS, ...options };
  const { now } = channelOptions;
  const channels = openChannels(definition, { account, platform }, channelOptions);
  const { id, label, notices, methodsNotTaken, repeatable } = definition;
  const opened = { account, platform, channels, now };
  const scrubbed = createScrubber(channels);
  const bind =
    <Input, Output>(name: OperationName, operation: Operation<Account, Input, Output>) =>
    async (input: Input): Promise<Output> => {
      const { declines } = definition;
      const guard = isBinding(name)
        ? createSendGuard(id, name, { input, now, isClockTrue, declines })
        : undefined;
      const context = createWire(definition, opened, guard);
      const watched = watchStatusWords(context, definition, scrubbed);
      try {
        const output = await operation(input, watched.context);
        return withUnknownStatus(output, watched.unknownStatus());
      } catch (error) {
        throw guard ? guard.judge(error) : error;
      }
    };
  const { charge, withdraw } = definition.operations;
  const single = Object.fromEntries(
    Object.entries(withStatedAmounts(definition.operations)).map(([name, operation]) => [
      name,
      bind(name as OperationName, operation as Operation<Account, never, unknown>),
    ]),
  ) as Partial<PaymentProvider>;
  return {
    ...single,
    id,
    label,
    close: async () => {
      await Promise.all([...channels.values()].map((channel) => channel.close()));
    },
    paymentMethods: keysOf<PaymentMethod>(charge),
    withdrawMethods: keysOf<WithdrawMethod>(withdraw),
    ...declarationsOf(definition, account),
    ...(repeatable && { encode: encodersOf(definition, createWire(definition, opened)) }),
    ...(charge && {
      createTransaction: async (request: TransactionRequest) => {
        const { paymentMethod: method } = request;
        const operation = charge[method] ?? refuse(methodsNotTaken?.[method] ?? METHOD_NOT_TAKEN);
        return bind(
          'createTransaction',
          withStatedAmount<Account, TransactionRequest>(operation),
        )(request);
      },
    }),
    ...(withdraw && {
      withdraw: async (request: WithdrawRequest) => {
        const operation = payoutBy(withdraw, request) ?? refuse(METHOD_NOT_TAKEN);
        return bind('withdraw', operation)(request);
      },
    }),
    ...(notices && {
      authenticatesNotices: notices.proves?.(account) ?? false,
      readNotices: (request) =>
        readRelevantNotices(() => notices.read(request, createWire(definition, opened))),
    }),
  };
};
