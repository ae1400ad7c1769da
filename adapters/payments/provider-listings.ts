import { z } from 'zod';
import type { Purpose } from '#/domain/acquiring/route.ts';
import type { ProviderDefinition } from './kit/define-provider.ts';
import type { AccountApi } from './kit/account-api.ts';
import { mayBeTyped, type Reach } from './kit/network/reach.ts';
import { unprovablePurposes } from './kit/unprovable.ts';
import { definitionOf, providers, providersByClients } from './registry.ts';

/** One field of an account; `name` is a path (`source.branch`). */
export interface AccountField {
  readonly name: string;
  readonly required: boolean;
  /** The field is not shown again once saved. */
  readonly secret: boolean;
  readonly kind: 'text' | 'url';
  /** The default of an empty field. */
  readonly preset: string | null;
  /** The allowed values; null = any text. */
  readonly options: readonly string[] | null;
}

export interface OfferedApi {
  readonly api: AccountApi;
  /** How it differs from the API in our specification; null = it is that API. */
  readonly differs: string | null;
  readonly evidence: ProviderDefinition<unknown>['evidence'];
  readonly purposes: readonly Purpose[];
  /** Not offered, because the outcome of a charge or payout could stay unknown. */
  readonly unprovable: readonly Purpose[];
  /** How its notices prove their origin. */
  readonly webhook: string;
  readonly fields: readonly AccountField[];
}

/** An acquirer, as staff see it. */
export interface ProviderListing {
  readonly id: string;
  readonly label: string;
  /** The API in our specification comes first, as the default. */
  readonly apis: readonly [OfferedApi, ...OfferedApi[]];
}

const property: z.ZodType<Property> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    format: z.string().optional(),
    default: z.unknown().optional(),
    enum: z.array(z.string()).optional(),
    isSecret: z.boolean().optional(),
    properties: z.record(z.string(), property).optional(),
    required: z.array(z.string()).optional(),
  }),
);

interface Property {
  readonly type?: string | undefined;
  readonly format?: string | undefined;
  readonly default?: unknown;
  readonly enum?: readonly string[] | undefined;
  /** As `secret` marks it. */
  readonly isSecret?: boolean | undefined;
  readonly properties?: Readonly<Record<string, Property>> | undefined;
  readonly required?: readonly string[] | undefined;
}

/** @param isPartRequired false inside an optional part, whose fields are not required */
const fieldsOf = (
  { properties = {}, required = [] }: Property,
  path: readonly string[] = [],
  isPartRequired = true,
): readonly AccountField[] =>
  Object.entries(properties).flatMap(([name, schema]): readonly AccountField[] => {
    const fieldPath = [...path, name];
    const isRequired = isPartRequired && required.includes(name);
    if (schema.properties) return fieldsOf(schema, fieldPath, isRequired);
    return [
      {
        name: fieldPath.join('.'),
        required: isRequired,
        secret: schema.isSecret ?? false,
        kind: schema.format === 'uri' ? 'url' : 'text',
        preset: typeof schema.default === 'string' ? schema.default : null,
        options: schema.enum ?? null,
      },
    ];
  });

/** The form asks for this field separately. */
const API_FIELD = 'api';

const apiOffered = (providerId: string, api: AccountApi): OfferedApi => {
  const definition = definitionOf(providerId, api);
  const { evidence, differenceFromSpecification, operations, notices, account } = definition;
  const unprovable = unprovablePurposes(definition);
  const charges = Object.keys(operations.charge ?? {}) as Purpose[];
  const all = [...charges, ...(operations.withdraw?.PIX ? (['WITHDRAW'] as const) : [])];
  const fields = fieldsOf(property.parse(z.toJSONSchema(account, { io: 'input' })));
  return {
    api,
    differs: differenceFromSpecification ?? null,
    evidence,
    purposes: all.filter((purpose) => !unprovable.includes(purpose)),
    unprovable,
    webhook: notices?.authenticity ?? '',
    fields: fields.filter(({ name }) => name !== API_FIELD),
  };
};

const listingOf = (id: string): ProviderListing => {
  const byClients = Object.hasOwn(providersByClients, id) ? [apiOffered(id, 'clients')] : [];
  const { label } = definitionOf(id);
  return { id, label, apis: [apiOffered(id, 'specification'), ...byClients] };
};

/** Whether the API's map of statuses lists the word. @throws Refused `provider/not-offered` */
export const isKnownStatus = (
  { providerId, api }: { readonly providerId: string; readonly api: AccountApi },
  { about, word }: { readonly about: 'CHARGE' | 'WITHDRAW'; readonly word: string },
): boolean => {
  const { status, withdrawStatus } = definitionOf(providerId, api);
  return Object.hasOwn((about === 'CHARGE' ? status : withdrawStatus)?.words ?? {}, word);
};

/** The display name, or the id when this release does not offer the acquirer. */
export const labelOf = (id: string): string =>
  Object.hasOwn(providers, id) ? definitionOf(id).label : id;

/** The acquirers that take charges or payouts, the sandbox included. */
export const providerListings = (): readonly ProviderListing[] =>
  Object.keys(providers)
    .map(listingOf)
    .filter(({ apis }) => apis.some(({ purposes }) => purposes.length > 0))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'pt-BR'));

const put = (into: Record<string, unknown>, path: readonly string[], value: string): void => {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    into[name] = value;
    return;
  }
  const inner = Object.hasOwn(into, name) ? into[name] : undefined;
  const next: Record<string, unknown> = typeof inner === 'object' ? { ...inner } : {};
  put(next, rest, value);
  into[name] = next;
};

export interface AccountProblem {
  readonly field: string;
  readonly message: string;
}

/**
 * Builds an acquirer account from the values that a person typed, or returns what is wrong with them.
 * @param values by the path of their field (`source.branch`)
 * @throws Refused `provider/not-offered` when there is no such acquirer
 */
export const accountFrom = (
  id: string,
  values: Readonly<Record<string, string>>,
  { reach, hasReceiver = false }: { readonly reach: Reach; readonly hasReceiver?: boolean },
): { readonly account: unknown } | { readonly problems: readonly AccountProblem[] } => {
  const { apis } = listingOf(id);
  const chosen = apis.find(({ api }) => api === (values[API_FIELD] ?? 'specification'));
  if (!chosen) return { problems: [{ field: API_FIELD, message: 'not-offered' }] };
  const nested: Record<string, unknown> =
    chosen.api === 'clients' ? { [API_FIELD]: chosen.api } : {};
  const problems: AccountProblem[] = [];
  const fields = new Map(chosen.fields.map((field) => [field.name, field]));
  for (const [name, written] of Object.entries(values)) {
    const value = written.trim();
    const field = fields.get(name);
    if (field === undefined || value === '') continue;
    put(nested, name.split('.'), value);
    const isForbidden = field.kind === 'url' && URL.canParse(value) && !mayBeTyped(value, reach);
    if (isForbidden) problems.push({ field: name, message: 'https' });
  }
  const { account, receiverField } = definitionOf(id, chosen.api);
  const lacksReceiver = receiverField !== undefined && !Object.hasOwn(nested, receiverField);
  if (lacksReceiver && !hasReceiver) problems.push({ field: receiverField, message: 'missing' });
  const parsed = account.safeParse(nested);
  if (!parsed.success) {
    const misfits = parsed.error.issues;
    problems.push(...misfits.map(({ path, message }) => ({ field: path.join('.'), message })));
  }
  return problems.length === 0 ? { account: nested } : { problems };
};
