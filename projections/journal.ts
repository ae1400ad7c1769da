import { ledgerAccount, type LedgerAccountKind } from '#/domain/accounting/ledger-accounts.ts';
import { dayOf } from '#/domain/values/time.ts';
import { isBeforeCurrencies } from '#/ledger/upcasters/upcasters.ts';
import { cents, sum, type Cents, type Currency } from '#/domain/values/money.ts';
import { postingsOf } from '#/domain/accounting/postings.ts';
import {
  defineProjection,
  type ProjectedNamed,
  type RowsOf,
} from './engine/define/define-projection.ts';
import {
  all,
  countRows,
  equal,
  rowsOf,
  withinDays,
  type Filter,
  type Queryable,
} from './engine/define/query.ts';
import type { DayRange } from './sales-queries.ts';
import { streamRows } from './engine/define/stream-rows.ts';
import { viewOf } from './engine/define/table-sql.ts';
import {
  amount,
  boolean,
  day,
  integer,
  log,
  nullable,
  sums,
  text,
  time,
  enumText,
  type RowOf,
} from './engine/define/table.ts';

const moneyEventTypes = [
  'PaymentApproved',
  'PaymentRefunded',
  'PaymentChargedBack',
  'PaymentMismatchFound',
  'PaymentNoticeRefused',
  'PaymentResolved',
  'RefundContradicted',
  'RefundResolved',
  'ReceivablesBooked',
  'ReceivablesReleased',
  'ReceivablesReversed',
  'RefundHeld',
  'RefundHoldReleased',
  'WithdrawalHeld',
  'WithdrawalPaid',
  'WithdrawalReturned',
  'WithdrawalReversed',
  'WithdrawalTaken',
  'WithdrawalContradicted',
  'WithdrawalContradictionEnded',
  'WithdrawalResolved',
  'SimulatedMoneyWrittenOff',
] as const;

type MoneyEventType = (typeof moneyEventTypes)[number];

/** The journal (livro diário): one line per posting, in the order of the log within a day. */
export const journalLineTable = log({
  name: 'journal_line',
  columns: {
    day,
    at: time,
    /** Position of the event that moved the money. */
    position: text,
    /** Index of the posting within its event, from 0. */
    ordinal: integer,
    platformId: text,
    debit: text,
    credit: text,
    /** Recorded before account addresses had a currency; exports print the former addresses. */
    isOfFormerChart: boolean,
    amount,
    /** The event's type, which serves as the history code. */
    history: enumText<MoneyEventType>(),
    paymentId: nullable(text),
    withdrawalId: nullable(text),
    /** Position of the event in an earlier log; exports number the entry by it. */
    sealedAs: nullable(text),
  },
  key: ['day', 'position', 'ordinal'],
});

/** Debits and credits per account and day, for quick trial balances. */
export const journalAccountDayTable = sums({
  name: 'journal_account_day',
  columns: { platformId: text, account: text, day, debits: amount, credits: amount },
  key: ['platformId', 'account', 'day'],
});

const tables = { line: journalLineTable, accountDay: journalAccountDayTable };

export type JournalLine = RowOf<typeof journalLineTable>;

const subjectOf = (
  event: ProjectedNamed<MoneyEventType>,
): Pick<JournalLine, 'paymentId' | 'withdrawalId'> => {
  if ('withdrawalId' in event.data) {
    return { paymentId: null, withdrawalId: event.data.withdrawalId };
  }
  if ('paymentId' in event.data) return { paymentId: event.data.paymentId, withdrawalId: null };
  if (
    event.type === 'WithdrawalContradicted' ||
    event.type === 'WithdrawalContradictionEnded' ||
    event.type === 'WithdrawalResolved'
  ) {
    return { paymentId: null, withdrawalId: event.aggregateId };
  }
  const isOfAccount =
    event.type === 'ReceivablesReleased' || event.type === 'SimulatedMoneyWrittenOff';
  return { paymentId: isOfAccount ? null : event.aggregateId, withdrawalId: null };
};

const enter = (event: ProjectedNamed<MoneyEventType>, rows: RowsOf<typeof tables>): void => {
  const { type: history, position, sealedAs = null, data, meta } = event;
  const bookedOn = dayOf(data.at);
  const platformId = 'platformId' in data ? data.platformId : meta.platform;
  const subject = subjectOf(event);
  const isOfFormerChart = isBeforeCurrencies(history, meta.v);
  let ordinal = 0;
  for (const { from: debit, to: credit, amount: posted } of postingsOf(event)) {
    const entry = {
      day: bookedOn,
      at: data.at,
      position,
      ordinal,
      platformId,
      debit,
      credit,
      isOfFormerChart,
      amount: posted,
    };
    rows.line.append({ ...entry, history, ...subject, sealedAs });
    rows.accountDay.add({ platformId, account: debit, day: bookedOn }, { debits: posted });
    rows.accountDay.add({ platformId, account: credit, day: bookedOn }, { credits: posted });
    ordinal += 1;
  }
};

export const journal = defineProjection({
  name: 'journal',
  version: 8,
  tables,
  on: {
    PaymentApproved: enter,
    PaymentRefunded: enter,
    PaymentChargedBack: enter,
    PaymentMismatchFound: enter,
    PaymentNoticeRefused: enter,
    PaymentResolved: enter,
    RefundContradicted: enter,
    RefundResolved: enter,
    ReceivablesBooked: enter,
    ReceivablesReleased: enter,
    ReceivablesReversed: enter,
    RefundHeld: enter,
    RefundHoldReleased: enter,
    WithdrawalHeld: enter,
    WithdrawalPaid: enter,
    WithdrawalReturned: enter,
    WithdrawalReversed: enter,
    WithdrawalTaken: enter,
    WithdrawalContradicted: enter,
    WithdrawalContradictionEnded: enter,
    WithdrawalResolved: enter,
    SimulatedMoneyWrittenOff: enter,
  },
});

export interface JournalFilters extends DayRange {
  readonly platformId: string;
}

const filterOf = ({ platformId, ...range }: JournalFilters): Filter =>
  all(equal({ platform_id: platformId }), withinDays('day', range));

/** In order, in bounded memory. */
export const streamJournal = (
  reader: Queryable,
  filters: JournalFilters,
): AsyncIterable<readonly JournalLine[]> =>
  streamRows<JournalLine>(reader, journalLineTable, {
    filter: filterOf(filters),
    order: journalLineTable.key,
  });

export const countJournal = (reader: Queryable, filters: JournalFilters): Promise<number> =>
  countRows(reader, journalLineTable, filterOf(filters));

/** Balances are credits minus debits. */
export interface TrialBalanceLine {
  readonly account: string;
  readonly currency: Currency;
  readonly kind: LedgerAccountKind;
  readonly opening: Cents;
  readonly debits: Cents;
  readonly credits: Cents;
  readonly closing: Cents;
}

/** The sums of all accounts in one currency. */
export interface TrialBalanceTotal {
  readonly currency: Currency;
  /** Equal to `credits`: every posting debits one account and credits another. */
  readonly debits: Cents;
  readonly credits: Cents;
}

export interface TrialBalance {
  readonly lines: readonly TrialBalanceLine[];
  readonly totals: readonly TrialBalanceTotal[];
}

const totalsOf = (lines: readonly TrialBalanceLine[]): readonly TrialBalanceTotal[] =>
  [...Map.groupBy(lines, ({ currency }) => currency)].map(([currency, sameCurrency]) => ({
    currency,
    debits: sum(sameCurrency.map(({ debits }) => debits)),
    credits: sum(sameCurrency.map(({ credits }) => credits)),
  }));

/** The trial balance (balancete de verificação) of a range of days, both included. */
export const readTrialBalance = async (
  reader: Queryable,
  {
    platformId,
    from,
    to,
  }: { readonly platformId: string; readonly from: string; readonly to: string },
): Promise<TrialBalance> => {
  const rows = await rowsOf<{ account: string; opening: number; debits: number; credits: number }>(
    reader,
    `SELECT account,
        coalesce(sum(credits - debits) FILTER (WHERE day < $2), 0) AS opening,
        coalesce(sum(debits) FILTER (WHERE day >= $2), 0) AS debits,
        coalesce(sum(credits) FILTER (WHERE day >= $2), 0) AS credits
      FROM ${viewOf(journalAccountDayTable)}
      WHERE platform_id = $1 AND day <= $3 GROUP BY account ORDER BY account`,
    [platformId, from, to],
  );
  const lines = rows.map(({ account, opening, debits, credits }) => ({
    account,
    currency: ledgerAccount(account).currency,
    kind: ledgerAccount(account).kind,
    opening: cents(opening),
    debits: cents(debits),
    credits: cents(credits),
    closing: cents(opening + credits - debits),
  }));
  return { lines, totals: totalsOf(lines) };
};
