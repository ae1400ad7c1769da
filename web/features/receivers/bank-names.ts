/** Suggestions; other codes of three digits are allowed. */
export const bankNames: readonly (readonly [code: string, name: string])[] = [
  '001 Banco do Brasil|003 Banco da Amazônia|004 Banco do Nordeste|021 Banestes|033 Santander',
  '036 Bradesco BBI|037 Banpará|041 Banrisul|047 Banese|063 Bradescard|069 Crefisa|070 BRB',
  '074 J. Safra|077 Inter|082 Topázio|084 Sisprime|085 Ailos|097 Credisis|099 Uniprime',
  '104 Caixa Econômica Federal|121 Agibank|125 Genial|133 Cresol|136 Unicred|174 Pefisa',
  '197 Stone|204 Bradesco Cartões|208 BTG Pactual|212 Banco Original|213 Arbi|218 BS2',
  '237 Bradesco|246 ABC Brasil|254 Paraná Banco|260 Nubank|274 BMP|280 Will Bank|290 PagBank',
  '299 Afinz|301 Dock|318 BMG|323 Mercado Pago|332 Acesso|335 Digio|336 C6 Bank|341 Itaú|348 XP',
  '362 Cielo|364 Efí|376 J.P. Morgan|380 PicPay|383 Juno|389 Mercantil|396 MagaluPay|401 iugu',
  '403 Cora|404 SumUp|413 BV|422 Safra|461 Asaas|509 Celcoin|536 Neon|604 Industrial do Brasil',
  '611 Paulista|623 Pan|633 Rendimento|637 Sofisa|643 Pine|655 Votorantim|707 Daycoval',
  '745 Citibank|747 Rabobank|748 Sicredi|752 BNP Paribas|756 Sicoob',
]
  .join('|')
  .split('|')
  .map((line) => [line.slice(0, 3), line.slice(4)] as const);
