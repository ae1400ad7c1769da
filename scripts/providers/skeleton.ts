const capitalise = (id: string): string => `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

/** A provider that compiles, and fails the suite of all acquirers until it has cases. */
export const providerSkeleton = (id: string): string => `import { z } from 'zod';
import type { PaymentStatus } from '#/domain/ports/charge.ts';
import { inCents } from '#/adapters/payments/kit/values/amount.ts';
import { bearer } from '#/adapters/payments/kit/network/auth.ts';
import { defineProvider } from '#/adapters/payments/kit/define-provider.ts';
import { endpoint, lookup, type ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import { keysAt, type Keys } from '#/adapters/payments/kit/keys.ts';
import { statusMap } from '#/adapters/payments/kit/status.ts';
import type { ChargeReply } from '#/adapters/payments/kit/values/charge-amount.ts';

/** ${capitalise(id)}: what it is, and where its shapes come from. */

const charge = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number(),
  code: z.string(),
});

const transaction = (
  { id, status, amount, code }: z.output<typeof charge>,
  context: ProviderContext<Keys>,
): ChargeReply => ({
  paymentMethod: 'PIX',
  transactionId: id,
  status: context.status(status),
  // What was paid, if a reply states it: the amount that it repeats is only what we asked for.
  amount: { asked: context.cents(amount), paid: 'NEVER_STATED' },
  pixCode: code,
});

export const ${id} = defineProvider({
  id: '${id}',
  label: '${capitalise(id)}',
  evidence: 'inferred',
  account: keysAt(),
  channels: ({ baseUrl, secretKey }) => ({ main: { baseUrl, auth: bearer(secretKey) } }),
  amount: inCents,
  status: statusMap<PaymentStatus>(
    { PENDING: ['pending'], APPROVED: ['paid'], REFUNDED: ['refunded'] },
    { otherwise: 'REJECTED' },
  ),
  operations: {
    charge: {
      PIX: endpoint({
        method: 'POST',
        path: () => '/charges',
        body: (request, context) => ({
          amount: context.amount(request.amount),
          reference: request.orderId,
          notify: request.webhookUrl,
        }),
        reply: charge,
        result: transaction,
      }),
    },
    getTransaction: lookup({
      path: ({ transactionId }) => \`/charges/\${encodeURIComponent(transactionId)}\`,
      reply: charge,
      result: transaction,
    }),
  },
});
`;

export const casesSkeleton = (
  id: string,
): string => `import { providerCases } from '#/adapters/payments/evidence/provider-cases.ts';
import { ${id} } from './${id}.ts';

/** Replies of its documentation, with our amounts. */
export const ${id}Cases = providerCases({
  provider: ${id},
  account: (baseUrl) => ({ baseUrl, secretKey: 'sk_${id}_for_tests' }),
  cases: [],
  statuses: { reply: (word) => ({ status: word }), words: {} },
  notices: [],
});
`;

const IMPORT = /^import \{ \w+(?:, \w+)* \} from '\.\/providers\/\w+\.ts';$/gm;
const LINE = /export const providers = \{([^}]*)\} as const;/;
const LINE_LENGTH_MAX = 100;

/** @throws RangeError when the acquirer is there already, or the text is no registry */
export const withProvider = (registry: string, id: string): string => {
  const [line, listed] = LINE.exec(registry) ?? [];
  const imports = registry.match(IMPORT);
  if (line === undefined || listed === undefined || imports === null) {
    throw new RangeError('the registry has another form');
  }
  const ids = listed.split(',').flatMap((each) => each.trim() || []);
  if (ids.includes(id)) throw new RangeError(`${id} is registered`);
  const names = [...ids, id].toSorted();
  const short = `export const providers = { ${names.join(', ')} } as const;`;
  const long = `export const providers = {\n${names.map((name) => `  ${name},\n`).join('')}} as const;`;
  const added = `import { ${id} } from './providers/${id}.ts';`;
  return registry
    .replace(imports.join('\n'), [...imports, added].toSorted().join('\n'))
    .replace(line, short.length > LINE_LENGTH_MAX ? long : short);
};
