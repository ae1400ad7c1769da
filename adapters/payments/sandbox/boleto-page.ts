import { formatBoletoLine } from '#/domain/brazil/boleto.ts';
import { barcodePath } from '#/domain/brazil/interleaved-2-of-5.ts';

import type { Transaction } from './transaction.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

const row = (label: string, value: string): string =>
  `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`;

/** 103 × 13 mm is the size that scanners at tills expect. */
const barcodeSvg = (digits: string): string => {
  const { path, width } = barcodePath(digits);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 1" width="103mm" height="13mm" ` +
    `preserveAspectRatio="none" role="img" aria-label="Código de barras"><path d="${path}"/></svg>`
  );
};

/** Undefined when the charge is not a boleto. */
export const boletoPage = (transaction: Transaction): string | undefined => {
  const { boleto } = transaction;
  if (!boleto) return undefined;
  const dueDate = boleto.due_date.split('-').toReversed().join('/');
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Boleto ${escapeHtml(transaction.order_id)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 180mm; margin: 2rem auto; padding: 0 1rem; }
.line { font: 700 1.1rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; }
dt { color: #555; } dd { margin: 0; }
svg { max-width: 100%; }
</style>
</head>
<body>
<h1>Boleto de demonstração</h1>
<p>Emitido pelo sandbox: não pode ser pago em um banco.</p>
<p class="line">${formatBoletoLine(boleto.line)}</p>
<dl>
${row('Beneficiário', 'Razão Sandbox')}
${row('Pagador', transaction.payer_name)}
${row('Descrição', transaction.description)}
${row('Vencimento', dueDate)}
${row('Valor', reais.format(transaction.amount / 100))}
</dl>
${barcodeSvg(boleto.barcode)}
</body>
</html>
`;
};
