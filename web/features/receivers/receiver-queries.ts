import type { InputOf, OutputOf } from '#/api/contract/contract.ts';
import { newestPosition } from '#/web/lib/own-writes.ts';
import { query } from '#/web/lib/rpc.ts';
import type { TableSearch } from '#/web/ui/blocks/page-definition.ts';

interface QueryContext {
  readonly signal: AbortSignal;
}

export type OwnReceiver = OutputOf<'seller.getReceiver'>;
export type ReviewedReceiver = OutputOf<'admin.getReceiver'>;
export type ListedReceiver = OutputOf<'admin.listReceivers'>['items'][number];
export type Review = ListedReceiver['review'];
export type Registration = ReviewedReceiver['registrations'][number];

const POLL_MILLISECONDS = 2_000;

/** Polls while an acquirer has not decided about a registration. */
const refetchInterval = ({
  state,
}: {
  readonly state: {
    readonly data?: { readonly registrations: readonly Pick<Registration, 'status'>[] } | undefined;
  };
}): number | false => {
  const undecided = ['REQUESTED', 'UNANSWERED', 'PENDING'];
  const { registrations = [] } = state.data ?? {};
  return registrations.some(({ status }) => undecided.includes(status)) && POLL_MILLISECONDS;
};

export const ownReceiverQuery = {
  queryKey: ['own-receiver'],
  queryFn: ({ signal }: QueryContext) =>
    query('seller.getReceiver', { after: newestPosition() }, { signal }),
  refetchInterval,
};

export const reviewedReceiverQuery = (sellerId: string) => ({
  queryKey: ['receiver', sellerId],
  queryFn: ({ signal }: QueryContext) =>
    query('admin.getReceiver', { sellerId, after: newestPosition() }, { signal }),
  refetchInterval,
});

export interface ReceiversSearch extends TableSearch {
  readonly review?: Review | undefined;
}

export const receiversQuery = ({ cursor, review }: ReceiversSearch) => ({
  queryKey: ['receivers', cursor, review],
  queryFn: ({ signal }: QueryContext) =>
    query('admin.listReceivers', { cursor, review, after: newestPosition() }, { signal }),
});

export type ReceiverInput = Omit<InputOf<'seller.reviseReceiver'>, 'basedOn'>;
