import { z } from 'zod';
import type { NoticeRequest, ProviderNotice } from '#/domain/ports/notice.ts';
import { digestOf, jsonBody, parseRelevant } from '#/adapters/payments/kit/notices.ts';
import { readClaimedStatus, noticedPix } from './bacen-pix-returns.ts';

/** A notice about money in or out of our account, in the banks' own form (not the BCB's). */
const accountNotice = z.object({
  type: z.string(),
  data: z.object({
    id: z.coerce.string().optional(),
    txId: z.string().nullish(),
    status: z.string(),
    endToEndId: z.string().nullish(),
    idempotencyKey: z.string().nullish(),
  }),
});

type AccountNotice = z.output<typeof accountNotice>;

const received = noticedPix.extend({ endToEndId: z.string(), txid: z.string().nullish() });

/** The BCB's schema has a list in `pix`; some banks send one object, with or without `pix` around it. */
const pixNotice = z.union([
  z.object({ pix: z.array(z.unknown()) }).transform(({ pix }) =>
    pix.flatMap((each) => {
      const { data } = received.safeParse(each);
      return data ? [data] : [];
    }),
  ),
  z.object({ pix: received }).transform(({ pix }) => [pix]),
  received.transform((pix) => [pix]),
]);

const fromAccount = ({ type, data }: AccountNotice): readonly ProviderNotice[] => {
  const { txId: transactionId, status, id = '', endToEndId } = data;
  const isAboutCharge = type === 'RECEIVE' || type === 'REFUND';
  if (!isAboutCharge || status === 'CANCELED' || typeof transactionId !== 'string') return [];
  const receiveStatus = status === 'LIQUIDATED' ? 'APPROVED' : 'PENDING';
  return [
    {
      type: 'TRANSACTION',
      noticeId: digestOf(type, id, endToEndId ?? '', transactionId, status),
      transactionId,
      status: type === 'REFUND' ? 'CHARGEBACK' : receiveStatus,
    },
  ];
};

const fromBank = (pix: z.output<typeof received>): readonly ProviderNotice[] => {
  const { endToEndId, txid: transactionId, devolucoes } = pix;
  if (typeof transactionId !== 'string') return [];
  // The notice id includes the status of each return: the end of a refund must not look like a repetition of its start.
  const returned = devolucoes.map(({ id, status }) => `${id} ${status ?? ''}`);
  const noticeId = digestOf(endToEndId, transactionId, ...returned);
  return [{ type: 'TRANSACTION', noticeId, transactionId, status: readClaimedStatus(pix) }];
};

/** @throws as `jsonBody` */
export const readBacenPixNotices = (
  request: NoticeRequest,
  ofAccount: (notice: AccountNotice) => readonly ProviderNotice[] = fromAccount,
): readonly ProviderNotice[] => {
  const body = jsonBody(request, z.looseObject({}));
  if ('type' in body) return ofAccount(parseRelevant(accountNotice, body));
  return parseRelevant(pixNotice, body).flatMap(fromBank);
};

/** For banks that also send notices of payouts. */
export const withPayouts =
  (withdrawStatus: (word: string) => 'PENDING' | 'APPROVED' | 'REJECTED' | 'CANCELED') =>
  (notice: AccountNotice): readonly ProviderNotice[] => {
    const { type, data } = notice;
    if (type !== 'CASHOUT' && type !== 'TRANSFER') return fromAccount(notice);
    const { idempotencyKey: withdrawReference, status, endToEndId } = data;
    if (typeof withdrawReference !== 'string') return [];
    const noticeId = digestOf(type, withdrawReference, status, endToEndId ?? '');
    return [{ type: 'WITHDRAW', noticeId, withdrawReference, status: withdrawStatus(status) }];
  };
