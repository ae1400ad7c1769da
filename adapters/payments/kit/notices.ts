import { createHash, createPublicKey, timingSafeEqual, verify, type webcrypto } from 'node:crypto';
import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { WireRequest } from './network/channel.ts';
import type { ProviderContext } from './endpoint.ts';
import { parseJson } from '#/domain/values/parse-json.ts';

export const noticeFailure = (kind: 'unauthorized' | 'unreadable', why: string): ProviderFailure =>
  new ProviderFailure(kind, `notice: ${why}`, { mayHaveHappened: false });

/** The notice is about something that we do not handle. */
class IrrelevantNotice extends Error {}

/** @throws IrrelevantNotice when the value does not fit the schema */
export const parseRelevant = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new IrrelevantNotice('unexpected body');
  return parsed.data;
};

/** Other characters could break a row, a path or a log line. */
const PLAIN_ID = /^[\x21-\x7e]{1,200}$/;

/** Drops a notice whose ids have other characters, and an `orderId` that cannot be ours. */
const withPlainIds = (notice: ProviderNotice): readonly ProviderNotice[] => {
  const subjectId = notice.type === 'TRANSACTION' ? notice.transactionId : notice.withdrawReference;
  if (![notice.noticeId, subjectId].every((id) => PLAIN_ID.test(id))) return [];
  if (notice.type !== 'TRANSACTION' || notice.orderId === undefined) return [notice];
  const { orderId, ...rest } = notice;
  return [aggregateId.safeParse(orderId).success ? notice : rest];
};

/**
 * Returns the notices of charges and payouts in a delivery to our webhook (acquirers.57). Leaves out notices about something else, or
 * with unusable ids.
 * @throws ProviderFailure `unauthorized`, `unreadable`, or of the call that fetches the provider's keys
 */
export const readRelevantNotices = async (
  read: () => Promise<readonly ProviderNotice[]> | readonly ProviderNotice[],
): Promise<readonly ProviderNotice[]> => {
  try {
    return (await read()).flatMap(withPlainIds);
  } catch (error) {
    if (error instanceof IrrelevantNotice) return [];
    throw error;
  }
};

/** @throws ProviderFailure `unreadable` when it is not JSON, IrrelevantNotice when it has another shape */
export const jsonBody = <Schema extends z.ZodType>(
  { body }: NoticeRequest,
  schema: Schema,
): z.output<Schema> => {
  const json = parseJson(body);
  if (json === undefined) throw noticeFailure('unreadable', 'no JSON');
  return parseRelevant(schema, json);
};

/** Keeps the field names as sent (`data[id]`). @throws as `parseRelevant` */
export const formBody = <Schema extends z.ZodType>(
  { body }: NoticeRequest,
  schema: Schema,
): z.output<Schema> => parseRelevant(schema, Object.fromEntries(new URLSearchParams(body)));

/** For notices without an id: the same content gives the same id. */
export const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);

/** What a notice says about a charge; `word` is the provider's status. */
interface ChargeClaim {
  readonly transactionId: string;
  readonly word: string;
  readonly orderId?: string | null | undefined;
}

/** For providers whose notices have no id. */
export const chargeNotice = (
  { status }: Pick<ProviderContext<unknown>, 'status'>,
  { transactionId, word, orderId }: ChargeClaim,
): ProviderNotice => ({
  type: 'TRANSACTION',
  noticeId: digestOf(transactionId, word),
  transactionId,
  status: status(word),
  ...(orderId && { orderId }),
});

/** For providers whose notices have no id. */
export const payoutNotice = (
  { withdrawStatus }: Pick<ProviderContext<unknown>, 'withdrawStatus'>,
  { withdrawReference, word }: { readonly withdrawReference: string; readonly word: string },
): ProviderNotice => ({
  type: 'WITHDRAW',
  noticeId: digestOf(withdrawReference, word),
  withdrawReference,
  status: withdrawStatus(word),
});

/** Reads notices without proof of origin, and ignores a body without the fields of a charge. */
export const unsignedChargeNotices = <Schema extends z.ZodType>(
  schema: Schema,
  claimOf: (notice: z.output<Schema>) => ChargeClaim,
) => ({
  authenticity: 'none: read back',
  read: (request: NoticeRequest, context: Pick<ProviderContext<unknown>, 'status'>) => {
    const notice = schema.safeParse(jsonBody(request, z.looseObject({})));
    return notice.success ? [chargeNotice(context, claimOf(notice.data))] : [];
  },
});

/** Compares in constant time. @throws ProviderFailure `unauthorized` */
export const requireEqual = (actual: string | undefined, expected: string): void => {
  const [a, b] = [actual ?? '', expected].map((text) => createHash('sha256').update(text).digest());
  if (actual === undefined || !a || !b || !timingSafeEqual(a, b)) {
    throw noticeFailure('unauthorized', 'it does not prove whose it is');
  }
};

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const rsaKey = z.object({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() });
/** Skips keys of another kind. */
const jwks = z.object({ keys: z.array(z.unknown()) }).transform(({ keys }) =>
  keys.flatMap((key) => {
    const { data } = rsaKey.safeParse(key);
    return data ? [data] : [];
  }),
);

const KEYS_CACHED_MS = 10 * 60 * 1_000;

/** Keys, and the time of their fetch in Unix milliseconds. */
interface FetchedKeys {
  readonly at: number;
  readonly keys: ReadonlyMap<string, webcrypto.JsonWebKey>;
}

/** Checks signatures over the raw body: RSA PKCS#1 v1.5 with SHA-256, by a key of the provider's JWKS (RFC 7517). */
export const createKeySet = (request: WireRequest) => {
  const fetched = new WeakMap<object, FetchedKeys>();
  const fetching = new WeakMap<object, Promise<FetchedKeys>>();
  /** After a fetch, an unknown key id causes no other fetch for this long. */
  const RETRY_MS = 60_000;

  const fetchKeys = async (context: ProviderContext<object>): Promise<FetchedKeys> => {
    try {
      const keys = await context.call(request, jwks);
      const fresh = {
        at: Date.parse(context.now()),
        keys: new Map(keys.map((key) => [key.kid, key])),
      };
      fetched.set(context.account, fresh);
      return fresh;
    } finally {
      fetching.delete(context.account);
    }
  };

  /** Concurrent notices share one fetch. */
  const freshKeys = (context: ProviderContext<object>): Promise<FetchedKeys> => {
    const underWay = fetching.get(context.account);
    if (underWay) return underWay;
    const fetch = fetchKeys(context);
    fetching.set(context.account, fetch);
    return fetch;
  };

  const keyOf = async (
    context: ProviderContext<object>,
    kid: string,
  ): Promise<webcrypto.JsonWebKey | undefined> => {
    const cached = fetched.get(context.account);
    const key = cached?.keys.get(kid);
    const age = cached ? Date.parse(context.now()) - cached.at : Infinity;
    if (age < (key ? KEYS_CACHED_MS : RETRY_MS)) return key;
    return (await freshKeys(context)).keys.get(kid);
  };

  return {
    /** @throws ProviderFailure `unauthorized`, or when the keys cannot be fetched */
    requireSigned: async (
      context: ProviderContext<object>,
      signed: { readonly kid: string; readonly signature: string; readonly body: string },
    ): Promise<void> => {
      const key = await keyOf(context, signed.kid);
      const signature = Buffer.from(signed.signature, 'base64url');
      const isSigned =
        key !== undefined &&
        verify(
          'sha256',
          Buffer.from(signed.body),
          createPublicKey({ key, format: 'jwk' }),
          signature,
        );
      if (!isSigned) throw noticeFailure('unauthorized', 'bad signature');
    },
  };
};
