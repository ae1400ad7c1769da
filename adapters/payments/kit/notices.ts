import { createHash, createPublicKey, timingSafeEqual, verify, type webcrypto } from 'node:crypto';
import { z } from 'zod';
import { aggregateId } from '#/domain/ids.ts';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import { ProviderFailure } from '#/domain/ports/provider-failure.ts';
import type { WireRequest } from './channel.ts';
import type { Wire } from './endpoint.ts';
import { parseJson } from '#/domain/parse-json.ts';

export const refuseNotice = (kind: 'unauthorized' | 'unreadable', why: string): ProviderFailure =>
  new ProviderFailure(kind, `notice: ${why}`, { mayHaveHappened: false });

/** What was read has not the type or the fields of what we listen to: it is about something else. */
class OfNoConcern extends Error {}

/** @throws OfNoConcern */
export const understood = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new OfNoConcern('unexpected body');
  return parsed.data;
};

/** What no provider's id has could break a row, a path or a line of a log. */
const PLAIN_ID = /^[\x21-\x7e]{1,200}$/;

/** A notice whose ids can be ids; nothing when they cannot, and without a reference to us that cannot be one. */
const withPlainIds = (notice: ProviderNotice): readonly ProviderNotice[] => {
  const named = notice.type === 'TRANSACTION' ? notice.transactionId : notice.withdrawReference;
  if (![notice.noticeId, named].every((id) => PLAIN_ID.test(id))) return [];
  if (notice.type !== 'TRANSACTION' || notice.orderId === undefined) return [notice];
  const { orderId, ...rest } = notice;
  return [aggregateId.safeParse(orderId).success ? notice : rest];
};

/**
 * What a delivery says of charges and payouts: nothing, when it can be read and is about something else (acquirers.57).
 * @throws ProviderFailure `unauthorized`, `unreadable` when its bytes are no notice of anything
 */
export const heardIn = async (
  read: () => Promise<readonly ProviderNotice[]> | readonly ProviderNotice[],
): Promise<readonly ProviderNotice[]> => {
  try {
    return (await read()).flatMap(withPlainIds);
  } catch (error) {
    if (error instanceof OfNoConcern) return [];
    throw error;
  }
};

/** The body as JSON of a shape. @throws ProviderFailure `unreadable` when it is no JSON, OfNoConcern when it is another */
export const jsonBody = <Schema extends z.ZodType>(
  { body }: NoticeRequest,
  schema: Schema,
): z.output<Schema> => {
  const json = parseJson(body);
  if (json === undefined) throw refuseNotice('unreadable', 'no JSON');
  return understood(schema, json);
};

/** The fields of an `application/x-www-form-urlencoded` body, under the names as they are sent (`data[id]`). */
export const formBody = <Schema extends z.ZodType>(
  { body }: NoticeRequest,
  schema: Schema,
): z.output<Schema> => understood(schema, Object.fromEntries(new URLSearchParams(body)));

/** For notices without an id of their own: the same claim again is the same notice. */
export const digestOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 32);

/** What a notice claims of a charge; `word` is the provider's. */
interface ChargeClaim {
  readonly transactionId: string;
  readonly word: string;
  readonly orderId?: string | null | undefined;
}

/** For notices without an id of their own. */
export const chargeNotice = (
  { status }: Pick<Wire<unknown>, 'status'>,
  { transactionId, word, orderId }: ChargeClaim,
): ProviderNotice => ({
  type: 'TRANSACTION',
  noticeId: digestOf(transactionId, word),
  transactionId,
  status: status(word),
  ...(orderId && { orderId }),
});

/** The same of a payout. */
export const payoutNotice = (
  { withdrawStatus }: Pick<Wire<unknown>, 'withdrawStatus'>,
  { withdrawReference, word }: { readonly withdrawReference: string; readonly word: string },
): ProviderNotice => ({
  type: 'WITHDRAW',
  noticeId: digestOf(withdrawReference, word),
  withdrawReference,
  status: withdrawStatus(word),
});

/** Notices of charges that prove nothing of whose they are; what has not the fields of one is for somebody else. */
export const unsignedChargeNotices = <Schema extends z.ZodType>(
  schema: Schema,
  claimOf: (notice: z.output<Schema>) => ChargeClaim,
) => ({
  authenticity: 'none: read back',
  read: (request: NoticeRequest, wire: Pick<Wire<unknown>, 'status'>) => {
    const notice = schema.safeParse(jsonBody(request, z.looseObject({})));
    return notice.success ? [chargeNotice(wire, claimOf(notice.data))] : [];
  },
});

/** In constant time, whatever the lengths. @throws ProviderFailure `unauthorized` */
export const requireEqual = (given: string | undefined, expected: string): void => {
  const [a, b] = [given ?? '', expected].map((text) => createHash('sha256').update(text).digest());
  if (given === undefined || !a || !b || !timingSafeEqual(a, b)) {
    throw refuseNotice('unauthorized', 'it does not prove whose it is');
  }
};

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const rsaKey = z.object({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() });
/** One that is of another kind does not speak for the others. */
const jwks = z.object({ keys: z.array(z.unknown()) }).transform(({ keys }) =>
  keys.flatMap((key) => {
    const { data } = rsaKey.safeParse(key);
    return data ? [data] : [];
  }),
);

/** Keys are asked for again this long after they were. */
const KEYS_KEPT_MS = 10 * 60 * 1_000;

/**
 * RSA PKCS#1 v1.5 with SHA-256 over the raw body, by a key of the provider's JWKS (RFC 7517). Keys are kept for some
 * minutes, by the wire they were fetched on. An unknown key id has them fetched again, at most once a minute.
 */
export const createKeySet = (request: WireRequest) => {
  interface Kept {
    readonly at: number;
    readonly keys: ReadonlyMap<string, webcrypto.JsonWebKey>;
  }
  const byWire = new WeakMap<object, Promise<Kept>>();
  const RETRY_MS = 60_000;

  const fetchKeys = async (wire: Wire<unknown>): Promise<Kept> => {
    const keys = await wire.call(request, jwks);
    return { at: Date.parse(wire.now()), keys: new Map(keys.map((key) => [key.kid, key])) };
  };

  const keyOf = async (
    wire: Wire<unknown>,
    kid: string,
  ): Promise<webcrypto.JsonWebKey | undefined> => {
    const now = Date.parse(wire.now());
    const kept = await byWire.get(wire)?.catch(() => undefined);
    const key = kept?.keys.get(kid);
    const age = kept ? now - kept.at : Infinity;
    if (kept && age < (key ? KEYS_KEPT_MS : RETRY_MS)) return key;
    const fresh = fetchKeys(wire);
    byWire.set(wire, fresh);
    fresh.catch(() => byWire.delete(wire));
    return (await fresh).keys.get(kid);
  };

  return {
    /** @throws ProviderFailure `unauthorized` */
    requireSigned: async (
      wire: Wire<unknown>,
      signed: { readonly kid: string; readonly signature: string; readonly body: string },
    ): Promise<void> => {
      const key = await keyOf(wire, signed.kid);
      const signature = Buffer.from(signed.signature, 'base64url');
      const isSigned =
        key !== undefined &&
        verify(
          'sha256',
          Buffer.from(signed.body),
          createPublicKey({ key, format: 'jwk' }),
          signature,
        );
      if (!isSigned) throw refuseNotice('unauthorized', 'bad signature');
    },
  };
};
