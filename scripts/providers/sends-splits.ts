import { NO_DEFAULTS } from '#/domain/ports/platform-defaults.ts';
import { randomBytes } from 'node:crypto';
import { createEngine } from '#/adapters/payments/simulators/engine.ts';
import { mapScalars } from '#/adapters/payments/simulators/json-scalars.ts';
import type { WireRequest } from '#/adapters/payments/kit/network/channel.ts';
import type { ProviderContext } from '#/adapters/payments/kit/endpoint.ts';
import type { ProviderCases } from '#/adapters/payments/evidence/provider-cases.ts';
import {
  boletoCharge,
  cardCharge,
  CASES_AT,
  pixCharge,
} from '#/adapters/payments/evidence/samples.ts';

const RECIPIENT = 'recipient-of-the-probe';

const split = {
  recipientId: RECIPIENT,
  amount: pixCharge.amount,
  type: 'FIXED',
  chargeProcessingFee: true,
  chargeRemainder: true,
  liable: true,
} as const;

const charges = { PIX: pixCharge, BILLET: boletoCharge, CREDIT_CARD: cardCharge } as const;

/** A context whose calls go to the provider's simulator without a network. It adds the body of each call to `sent`. */
const probeContext = (
  providerCases: ProviderCases<never>,
  sent: unknown[],
): ProviderContext<never> => {
  const { provider, account } = providerCases;
  const engine = createEngine({
    providerCases,
    authentication: { openReply: () => undefined, isAuthorized: () => true },
    now: () => Date.parse(CASES_AT),
    random: randomBytes,
    onChange: () => undefined,
  });
  const ask = ({ method, path, query = {}, json, form, headers = {} }: WireRequest): unknown => {
    const body = JSON.parse(JSON.stringify(json ?? form ?? null)) as unknown;
    sent.push(body);
    const queryTexts = mapScalars(query, ({ value }) => String(value)) as Record<string, string>;
    return engine.answer({ method, path, query: queryTexts, headers, body }).json;
  };
  return {
    account: provider.account.parse(account('http://provider.invalid')),
    platform: NO_DEFAULTS,
    call: async (request, schema) => schema.parseAsync(ask(request)),
    find: async (request, schema) => schema.parseAsync(ask(request)),
    pdf: async () => undefined,
    amount: provider.amount.write,
    cents: provider.amount.read,
    status: provider.status,
    withdrawStatus: provider.withdrawStatus ?? (() => 'PENDING'),
    now: () => CASES_AT,
  };
};

/** Whether a charge by any method sends splits for other receivers. */
export const sendsSplits = async (providerCases: ProviderCases<never>): Promise<boolean> => {
  const sent: unknown[] = [];
  const context = probeContext(providerCases, sent);
  const { charge = {} } = providerCases.provider.operations;
  for (const method of ['PIX', 'BILLET', 'CREDIT_CARD'] as const) {
    // Only the request matters.
    await charge[method]?.({ ...charges[method], splits: [split] }, context).catch(() => undefined);
  }
  return JSON.stringify(sent).includes(RECIPIENT);
};
