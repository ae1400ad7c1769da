/** Banks by code, as forms suggest them; any other code of three digits may be typed. */
export const bankNames: readonly (readonly [code: string, name: string])[] = [
  '001 Banco do Brasil|003 Banco da Amazônia|004 Banco do Nordeste|021 Banestes|033 Santander',
  '036 Bradesco BBI|041 Banrisul|047 Banese|070 BRB|077 Inter|085 Ailos|097 Credisis|099 Uniprime',
  '104 Caixa Econômica Federal|121 Agibank|133 Cresol|136 Unicred|197 Stone|204 Bradesco Cartões',
  '208 BTG Pactual|212 Banco Original|218 BS2|237 Bradesco|246 ABC Brasil|260 Nubank|274 BMP',
  '280 Will Bank|290 PagBank|301 Dock|318 BMG|323 Mercado Pago|332 Acesso|335 Digio|336 C6 Bank',
  '340 Superdigital|341 Itaú|348 XP|364 Efí|376 J.P. Morgan|380 PicPay|383 Juno|389 Mercantil',
  '403 Cora|422 Safra|461 Asaas|536 Neon|623 Pan|633 Rendimento|637 Sofisa|655 Votorantim',
  '707 Daycoval|735 Neon|745 Citibank|746 Modal|748 Sicredi|752 BNP Paribas|756 Sicoob',
]
  .join('|')
  .split('|')
  .map((line) => [line.slice(0, 3), line.slice(4)] as const);
