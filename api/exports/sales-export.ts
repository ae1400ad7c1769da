import { streamSales } from '#/projections/sales-queries.ts';
import type { SaleRow } from '#/projections/sales.ts';
import { csvLine, instantCell, moneyCell, textCell } from './csv.ts';
import type { CsvExport } from './export-routes.ts';

const lineOf = (sale: SaleRow): string =>
  csvLine([
    instantCell(sale.requestedAt),
    textCell(sale.paymentId),
    textCell(sale.transactionId),
    textCell(sale.sellerId),
    textCell(sale.title),
    textCell(sale.method),
    String(sale.installments),
    textCell(sale.status),
    textCell(sale.currency),
    moneyCell(sale.amount),
    moneyCell(sale.fee),
    moneyCell(sale.interest),
    moneyCell(sale.net),
    moneyCell(sale.refundedAmount),
    instantCell(sale.approvedAt),
  ]);

/** Sales by the day they were asked for, without the buyers: who needs a name opens the sale. */
export const salesExport: CsvExport = {
  fileName: 'razao-vendas',
  columns: [
    'Data',
    'Pagamento',
    'Transação',
    'Vendedor',
    'Produto',
    'Método',
    'Parcelas',
    'Status',
    'Moeda',
    'Valor',
    'Taxa',
    'Juros',
    'Líquido',
    'Reembolsado',
    'Aprovado em',
  ],
  async *lines({ database }, filters) {
    for await (const batch of streamSales(database, filters)) yield batch.map(lineOf);
  },
};
