import type { DisputeStatus } from '#/domain/ports/dispute.ts';
import type { OperationCase } from './provider-cases.ts';

/** Chargebacks, as iugu's reference shows them. */

const chargebackId = '14B31AF16A254F3C9E22927989B879D8';
const invoiceId = 'C9FD4AB9603B4E919559ADD9082895B7';

const chargeback = (status: string) => ({
  id: chargebackId,
  invoice_id: invoiceId,
  status,
  expires_at: '2026-11-30',
});

const dispute = (status: DisputeStatus) =>
  ({
    disputeId: chargebackId,
    transactionId: invoiceId,
    kind: 'CHARGEBACK',
    status,
    deadline: '2026-11-30',
  }) as const;

const listing = {
  operation: 'listDisputes',
  // It is still the 18th in São Paulo.
  input: { since: '2026-11-19T01:00:00.000Z' },
} as const;

const request = {
  method: 'GET',
  path: '/chargebacks',
  query: { created_at_from: '2026-11-18', created_at_to: '2026-11-20' },
} as const;

const page = (...items: readonly object[]) => ({
  json: { facets: { pending: { _type: 'filter', count: items.length } }, items },
});

const words: Readonly<Record<string, DisputeStatus>> = {
  pending: 'OPEN',
  processing_file: 'OPEN',
  error: 'OPEN',
  contested_by_client: 'OPEN',
  waiting_resolution: 'OPEN',
  accepted: 'LOST',
  accepted_by_client: 'LOST',
  accepted_automatically: 'LOST',
  lost: 'LOST',
  won: 'WON',
  wan: 'WON',
  reverted: 'CLOSED',
  'never heard of': 'OPEN',
};

export const disputes: readonly OperationCase[] = [
  {
    ...listing,
    name: 'lists a chargeback that awaits an answer as open',
    exchanges: [{ request, reply: page(chargeback('pending')) }],
    result: [dispute('OPEN')],
  },
  {
    ...listing,
    name: 'translates every chargeback status word, and reads an unknown one as open',
    exchanges: [{ request, reply: page(...Object.keys(words).map(chargeback)) }],
    result: Object.values(words).map(dispute),
  },
  {
    ...listing,
    name: 'lists a chargeback without a deadline',
    exchanges: [{ request, reply: page({ ...chargeback('lost'), expires_at: null }) }],
    result: [
      { disputeId: chargebackId, transactionId: invoiceId, kind: 'CHARGEBACK', status: 'LOST' },
    ],
  },
  {
    ...listing,
    name: 'returns an empty list when there are no chargebacks',
    exchanges: [{ request, reply: page() }],
    result: [],
  },
  {
    ...listing,
    name: 'reports an unauthorised request for chargebacks',
    exchanges: [{ request, reply: { status: 401, json: { errors: 'Unauthorized' } } }],
    failure: { kind: 'unauthorized', mayHaveHappened: false },
  },
];
