import type { Cents } from '#/domain/values/money.ts';
import type { PaymentMethod } from '#/domain/ports/charge.ts';
import type { Exchange, OperationCase } from '#/adapters/payments/evidence/provider-cases.ts';
import type { OperationName } from '#/domain/ports/payment-provider.ts';
import { scalarsOf, type PlacedScalar } from './json-scalars.ts';

/** Splits each case into its exchanges (steps), and finds the ids in them, which the simulator replaces by ids of its own. */

const ROLES = [
  'transactionId',
  'orderId',
  'refundId',
  'withdrawId',
  'withdrawReference',
  'endToEndId',
  'registrationId',
  'providerReceiverId',
  'receiverToken',
  'cardToken',
  'cardId',
] as const;

/** What an id identifies. */
export type Role = (typeof ROLES)[number];

/** Ids in a case → what each identifies; empty for an id that occurs only in the provider's reply. */
export type CaseIds = ReadonlyMap<string, readonly Role[]>;

export interface Step {
  readonly operation: OperationName;
  readonly request: Exchange['request'];
  readonly reply: Exchange['reply'];
  /** Scalars of body and query. */
  readonly scalars: readonly PlacedScalar[];
  readonly ids: CaseIds;
  /** This exchange creates the charge, payout or receiver. */
  readonly creates: boolean;
  readonly isLast: boolean;
  /** This exchange captures an authorised charge. */
  readonly captures: boolean;
  readonly outcome: 'success' | 'declined' | 'failure' | 'nothing';
  /** The amount in the request, or else in the reply. */
  readonly amount: Cents | undefined;
  readonly paymentMethod: PaymentMethod | undefined;
  readonly status: string | undefined;
  readonly webhookUrl: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The digit tells an id from a word such as `pix`. */
export const isId = (key: string, text: string): boolean =>
  /(?:^|_)ids?$|Ids?$|ID$|^(?:txid|uuid)$/.test(key) && /\d/.test(text);

const idScalars = (value: unknown): readonly string[] =>
  scalarsOf(value).flatMap(({ key, value: id }) => {
    const text = textOf(id);
    return text !== undefined && isId(key, text) ? [text] : [];
  });

/** Whether a field has one of the ids. A short text may equal an id by chance, so its field must be named like an id. */
export const isIdAt = (
  ids: { readonly has: (text: string) => boolean },
  { key, value }: Pick<PlacedScalar, 'key' | 'value'>,
): boolean => ids.has(String(value)) && (String(value).length > 2 || isId(key, String(value)));

export const idsInReply = (reply: unknown, ids: CaseIds): readonly string[] => [
  ...new Set([
    ...idScalars(reply),
    ...scalarsOf(reply).flatMap((scalar) => (isIdAt(ids, scalar) ? [String(scalar.value)] : [])),
  ]),
];

/** One of our ids may consist of several of the provider's. */
const pieces = (text: string): readonly string[] => [
  text,
  ...(/[|:;,/]/.test(text) ? text.split(/[|:;,/]/).filter((piece) => piece.length > 2) : []),
];

const resultOf = (each: OperationCase): unknown => ('result' in each ? each.result : undefined);

const idsWithRoles = (each: OperationCase): readonly (readonly [string, Role])[] => {
  const result = resultOf(each);
  const inFields = [fieldsOf(each.input), fieldsOf(result)].flatMap((fields) =>
    ROLES.map((role) => [fields[role], role] as const),
  );
  const cardRoles = { createCardToken: 'cardToken', createCardId: 'cardId' } as const;
  const { operation } = each;
  const cardIds =
    operation === 'createCardToken' || operation === 'createCardId'
      ? [[result, cardRoles[operation]] as const]
      : [];
  return [...inFields, ...cardIds].flatMap(([value, role]) =>
    typeof value === 'string' && value !== ''
      ? pieces(value).map((text) => [text, role] as const)
      : [],
  );
};

const idsOf = (each: OperationCase): CaseIds => {
  const ids = new Map<string, readonly Role[]>();
  for (const { reply } of each.exchanges)
    for (const text of idScalars(reply.json)) ids.set(text, []);
  for (const [text, role] of idsWithRoles(each)) ids.set(text, [...(ids.get(text) ?? []), role]);
  return ids;
};

const outcomeOf = (each: OperationCase): Step['outcome'] => {
  if ('failure' in each) return 'failure';
  if (each.result === undefined) return 'nothing';
  const { status } = fieldsOf(each.result);
  return status === 'REJECTED' || status === 'CANCELED' || status === false
    ? 'declined'
    : 'success';
};

const CREATED_ROLE: Partial<Record<OperationName, Role>> = {
  createTransaction: 'transactionId',
  withdraw: 'withdrawId',
  createReceiver: 'providerReceiverId',
};

/** The first exchange whose reply has the new id, or else the last one; -1 when nothing is created. */
const findCreatingIndex = (each: OperationCase, ids: CaseIds): number => {
  const role = CREATED_ROLE[each.operation];
  if (role === undefined) return -1;
  const hasId = ({ reply }: Exchange) =>
    scalarsOf(reply.json).some(
      (scalar) => isIdAt(ids, scalar) && ids.get(String(scalar.value))?.includes(role),
    );
  const index = each.exchanges.findIndex(hasId);
  return index < 0 ? each.exchanges.length - 1 : index;
};

/** Drops what JSON cannot express. */
const asSent = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

const requestKey = ({ request: { method, path } }: Exchange): string => `${method} ${path}`;

const stepsOfCase = (
  each: OperationCase,
  captureRequests: ReadonlySet<string>,
): readonly Step[] => {
  const ids = idsOf(each);
  const creating = findCreatingIndex(each, ids);
  const [input, result] = [fieldsOf(each.input), fieldsOf(resultOf(each))];
  const about = { ...result, ...input };
  const captures = each.exchanges.map((exchange) => captureRequests.has(requestKey(exchange)));
  return each.exchanges.map(({ request, reply }, index): Step => ({
    operation: each.operation,
    request,
    reply: { ...reply, json: asSent(reply.json) },
    scalars: scalarsOf({ body: asSent(request.json ?? request.form), query: request.query }),
    ids,
    creates: index === creating,
    isLast: index === each.exchanges.length - 1,
    captures: captures[index] ?? false,
    outcome: outcomeOf(each),
    amount: about['amount'] as Cents | undefined,
    paymentMethod: about['paymentMethod'] as PaymentMethod | undefined,
    // The charge is only authorised until a later exchange captures it.
    status: captures.includes(true, index + 1) ? 'PENDING' : textOf(result['status']),
    webhookUrl: textOf(input['webhookUrl']),
  }));
};

export const stepsOf = (cases: readonly OperationCase[]): readonly Step[] => {
  const captures = cases.filter(({ operation }) => operation === 'capture');
  const requests = new Set(captures.flatMap(({ exchanges }) => exchanges.map(requestKey)));
  return cases.flatMap((each) => stepsOfCase(each, requests));
};
