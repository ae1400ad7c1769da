import type { Language } from '#/api/http/problem.ts';
import type { JournalLine } from '#/projections/journal.ts';
import { backoffice as english } from '#/web/i18n/en/backoffice.ts';
import { paidWithdrawals as paidInEnglish } from '#/web/i18n/en/payouts/paid.ts';
import { users as usersInEnglish } from '#/web/i18n/en/people/users.ts';
import { backoffice as portuguese, type BackofficeTexts } from '#/web/i18n/pt-br/backoffice.ts';
import {
  paidWithdrawals as paidInPortuguese,
  type PaidWithdrawalsTexts,
} from '#/web/i18n/pt-br/payouts/paid.ts';
import { users as usersInPortuguese, type UsersTexts } from '#/web/i18n/pt-br/people/users.ts';

/** Texts that files share with screens: statuses, methods, and placeholders for missing values. */
export const screenTexts: Readonly<Record<Language, BackofficeTexts>> = {
  pt: portuguese,
  en: english,
};

export const userTexts: Readonly<Record<Language, UsersTexts>> = {
  pt: usersInPortuguese,
  en: usersInEnglish,
};

export const paidTexts: Readonly<Record<Language, PaidWithdrawalsTexts>> = {
  pt: paidInPortuguese,
  en: paidInEnglish,
};

/** Brasília has had one offset since 2019. */
const CLOCK = { pt: 'Hora (Brasília, UTC-3)', en: 'Time (Brasília, UTC-3)' } as const;

interface FileTexts {
  readonly salesFile: string;
  readonly salesColumns: readonly string[];
  readonly sellersFile: string;
  readonly sellersColumns: readonly string[];
  readonly withdrawalsFile: string;
  readonly withdrawalsColumns: readonly string[];
  readonly journalFile: string;
  readonly journalColumns: readonly string[];
  /** The accounting history text (histórico) of a line. */
  readonly histories: Readonly<Record<JournalLine['history'], string>>;
}

export const fileTexts: Readonly<Record<Language, FileTexts>> = {
  pt: {
    salesFile: 'razao-vendas',
    salesColumns: [
      'Data',
      CLOCK.pt,
      'Venda',
      'Transação',
      'Vendedor',
      'Comprador',
      'CPF/CNPJ',
      'Produto',
      'Método',
      'Parcelas',
      'Status',
      'Moeda',
      'Valor',
      'Pago',
      'Devolvido',
      'Taxas',
      'Juros',
      'Líquido',
      'Aprovado em',
      'Aprovado às',
    ],
    sellersFile: 'razao-vendedores',
    sellersColumns: [
      'Desde',
      CLOCK.pt,
      'Vendedor',
      'Nome',
      'E-mail',
      'CPF/CNPJ',
      'Situação',
      'Documentos',
      'Aguardam desde',
      'PIX',
      'Cartão',
      'Boleto',
      'Disponível',
      'A receber',
      'Reservado',
    ],
    withdrawalsFile: 'razao-saques',
    withdrawalsColumns: [
      'Pago em',
      CLOCK.pt,
      'Pedido em',
      'Pedido às',
      'Saque',
      'Vendedor',
      'Nome',
      'Valor',
      'Tarifa',
      'Enviado',
      'Adquirente',
      'Tipo da chave',
      'Chave PIX',
      'End-to-end',
      'Aprovado por',
      'Conciliação',
      'Conciliado em',
      'Conciliado às',
      'Conciliado por',
      'Valor conciliado',
      'Referência no extrato',
      'Devolvido em',
    ],
    journalFile: 'razao-diario',
    journalColumns: [
      'Data',
      CLOCK.pt,
      'Lançamento',
      'Débito',
      'Crédito',
      'Valor',
      'Histórico',
      'Venda ou saque',
    ],
    histories: {
      PaymentApproved: 'Recebimento de venda',
      PaymentRefunded: 'Reembolso ao comprador',
      PaymentChargedBack: 'Chargeback',
      PaymentMismatchFound: 'Recebimento sem venda',
      PaymentNoticeRefused: 'Devolução dita pelo adquirente',
      PaymentResolved: 'Decisão da equipe sobre recebimento',
      RefundContradicted: 'Reembolso dito pelo adquirente',
      RefundResolved: 'Decisão da equipe sobre reembolso',
      ReceivablesBooked: 'Recebíveis da venda',
      ReceivablesReleased: 'Liberação de recebíveis',
      ReceivablesReversed: 'Estorno de recebíveis',
      RefundHeld: 'Reserva de reembolso',
      RefundHoldReleased: 'Fim da reserva de reembolso',
      WithdrawalHeld: 'Reserva de saque',
      WithdrawalPaid: 'Saque pago',
      WithdrawalReturned: 'Saque devolvido',
      WithdrawalReversed: 'Saque devolvido pelo banco',
      WithdrawalTaken: 'Saque pago descontado do saldo',
      WithdrawalContradicted: 'Resultado de saque dito pelo adquirente',
      WithdrawalContradictionEnded: 'Resultado de saque confirmado pelo adquirente',
      WithdrawalResolved: 'Decisão da equipe sobre saque',
      SimulatedMoneyWrittenOff: 'Baixa de dinheiro simulado',
    },
  },
  en: {
    salesFile: 'razao-sales',
    salesColumns: [
      'Date',
      CLOCK.en,
      'Sale',
      'Transaction',
      'Seller',
      'Buyer',
      'CPF/CNPJ',
      'Product',
      'Method',
      'Instalments',
      'Status',
      'Currency',
      'Amount',
      'Paid',
      'Returned',
      'Fees',
      'Interest',
      'Net',
      'Approved on',
      'Approved at',
    ],
    sellersFile: 'razao-sellers',
    sellersColumns: [
      'Since',
      CLOCK.en,
      'Seller',
      'Name',
      'E-mail',
      'CPF/CNPJ',
      'State',
      'Documents',
      'Waiting since',
      'PIX',
      'Card',
      'Boleto',
      'Available',
      'To be received',
      'Held',
    ],
    withdrawalsFile: 'razao-withdrawals',
    withdrawalsColumns: [
      'Paid on',
      CLOCK.en,
      'Requested on',
      'Requested at',
      'Withdrawal',
      'Seller',
      'Name',
      'Amount',
      'Fee',
      'Paid out',
      'Acquirer',
      'Type of key',
      'PIX key',
      'End-to-end',
      'Approved by',
      'Reconciliation',
      'Reconciled on',
      'Reconciled at',
      'Reconciled by',
      'Reconciled amount',
      'Reference on the statement',
      'Returned on',
    ],
    journalFile: 'razao-journal',
    journalColumns: [
      'Date',
      CLOCK.en,
      'Entry',
      'Debit',
      'Credit',
      'Amount',
      'Narration',
      'Sale or withdrawal',
    ],
    histories: {
      PaymentApproved: 'Sale received',
      PaymentRefunded: 'Refund to the buyer',
      PaymentChargedBack: 'Chargeback',
      PaymentMismatchFound: 'Receipt without a sale',
      PaymentNoticeRefused: 'Return stated by the acquirer',
      PaymentResolved: 'Staff decision on a receipt',
      RefundContradicted: 'Refund stated by the acquirer',
      RefundResolved: 'Staff decision on a refund',
      ReceivablesBooked: 'Receivables of the sale',
      ReceivablesReleased: 'Release of receivables',
      ReceivablesReversed: 'Reversal of receivables',
      RefundHeld: 'Refund set aside',
      RefundHoldReleased: 'Refund hold released',
      WithdrawalHeld: 'Withdrawal set aside',
      WithdrawalPaid: 'Withdrawal paid',
      WithdrawalReturned: 'Withdrawal returned',
      WithdrawalReversed: 'Withdrawal returned by the bank',
      WithdrawalTaken: 'Paid withdrawal taken out of the balance',
      WithdrawalContradicted: 'Outcome of a withdrawal stated by the acquirer',
      WithdrawalContradictionEnded: 'Outcome of a withdrawal confirmed by the acquirer',
      WithdrawalResolved: 'Staff decision on a withdrawal',
      SimulatedMoneyWrittenOff: 'Write-off of simulated money',
    },
  },
};
