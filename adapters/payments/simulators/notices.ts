import { setTimeout as wait } from 'node:timers/promises';
import type { NoticeCase, ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { inReaisText, type AmountUnit } from '#/adapters/payments/kit/values/amount.ts';
import { isId } from './steps.ts';
import { mapScalars, type PlacedScalar, type Scalar } from './json-scalars.ts';
import { generateId, type RandomBytes } from './generate-id.ts';
import type { Resource } from './store.ts';

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type ReadNotice = Exclude<NoticeCase['says'], string>[number];

const readFrom = ({ says }: NoticeCase): readonly ReadNotice[] =>
  typeof says === 'string' ? [] : says;

const TYPES = { charge: 'TRANSACTION', payout: 'WITHDRAW', other: undefined } as const;

/** Prefers a notice that reports nothing else. */
const caseFor = (notices: readonly NoticeCase[], resource: Resource): NoticeCase | undefined => {
  const fitting = notices.filter((each) =>
    readFrom(each).some(
      ({ type, status }) => type === TYPES[resource.kind] && status === resource.status,
    ),
  );
  return fitting.find((each) => readFrom(each).length === 1) ?? fitting[0];
};

/** Ids of the case → ids of the resource. */
const idsIn = (
  read: readonly ReadNotice[],
  { ids, roles }: Resource,
): ReadonlyMap<string, string> => {
  const idsByRole = read.flatMap((each) =>
    (['transactionId', 'orderId', 'withdrawReference'] as const).map(
      (role) => [(each as Partial<Record<string, string>>)[role], roles.get(role)] as const,
    ),
  );
  const complete = idsByRole.flatMap(([of, to]) =>
    of === undefined || to === undefined ? [] : [[of, to] as const],
  );
  return new Map([...ids, ...complete]);
};

const isMoneyKey = (key: string): boolean => /amount|valor|value|total|price|cents/i.test(key);

const moneyLike = (value: string | number, { amount }: Resource, { write }: AmountUnit): Scalar => {
  if (typeof value === 'number') return Number(write(amount));
  return value.includes('.') ? inReaisText.write(amount) : String(write(amount));
};

const changeFor = (
  ids: ReadonlyMap<string, string>,
  resource: Resource,
  { unit, random }: { readonly unit: AmountUnit; readonly random: RandomBytes },
) => {
  const generated = new Map<string, string>();
  return ({ key, value }: Omit<PlacedScalar, 'place'>): Scalar => {
    if (typeof value !== 'string' && typeof value !== 'number') return value;
    const text = String(value);
    const withTypeOf = (id: string): Scalar => (typeof value === 'number' ? Number(id) : id);
    const newId = ids.get(text) ?? generated.get(text);
    if (newId !== undefined) return withTypeOf(newId);
    if (isMoneyKey(key) && /^\d+(?:\.\d+)?$/.test(text)) return moneyLike(value, resource, unit);
    if (!isId(key, text)) return value;
    // New in each notice, because receivers recognise a repeated delivery by its id.
    generated.set(text, generateId(text, random));
    return withTypeOf(generated.get(text) ?? text);
  };
};

const isForm = (body: string): boolean => /^[^{[\s]+=/.test(body);

/** A notice of the current status; undefined when the provider sends none. */
export const deliveryFor = (
  { notices, provider, sign }: ProviderCases<never>,
  account: unknown,
  resource: Resource,
  random: RandomBytes,
): Delivery | undefined => {
  const noticeCase = caseFor(notices, resource);
  if (noticeCase === undefined) return undefined;
  const ids = idsIn(readFrom(noticeCase), resource);
  const change = changeFor(ids, resource, { unit: provider.amount, random });
  const { body } = noticeCase;
  const isText = typeof body === 'string' && isForm(body);
  const parsed: unknown = typeof body === 'string' && !isText ? JSON.parse(body) : body;
  const written = isText
    ? new URLSearchParams(
        [...new URLSearchParams(body)].map(([name, value]) => [
          name,
          // In `data[id]`, the key is `id`.
          String(change({ key: /(\w+)\]?$/.exec(name)?.[1] ?? name, value })),
        ]),
      ).toString()
    : JSON.stringify(mapScalars(parsed, change));
  const type = isText ? 'application/x-www-form-urlencoded' : 'application/json';
  const delivery = { headers: { ...noticeCase.headers, 'content-type': type }, body: written };
  return sign ? sign(delivery, account as never) : delivery;
};

const TIMEOUT_MS = 10_000;

const isAccepted = async (url: string, { headers, body }: Delivery): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const reply = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    await reply.body?.cancel();
    return reply.ok;
  } catch {
    return false;
  }
};

/** Repeats until the receiver accepts, or no pauses are left. */
export const deliver = async (
  url: string,
  delivery: Delivery,
  { pausesMs, signal }: { readonly pausesMs: readonly number[]; readonly signal: AbortSignal },
): Promise<boolean> => {
  for (const pause of [0, ...pausesMs]) {
    await wait(pause, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return false;
    if (await isAccepted(url, delivery)) return true;
  }
  return false;
};
