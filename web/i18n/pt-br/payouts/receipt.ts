export const receipt = {
  title: 'Comprovante de saque',
  note: (platform: string) => `Emitido por ${platform}`,
  download: 'Baixar PDF',
  saved: 'Comprovante salvo',
  file: 'comprovante-de-saque',
  print: 'Imprimir',
  paidOut: 'Valor enviado',
  amount: 'Valor do saque',
  fee: 'Tarifa',
  payee: 'Recebedor',
  document: 'CPF ou CNPJ',
  key: 'Chave PIX',
  endToEnd: 'Código end-to-end',
  requestedAt: 'Pedido em',
  paidAt: 'Pago em',
  id: 'Saque',
  erased: 'Apagado',
  otherHolder:
    'O adquirente informou que a conta que recebeu este saque é de outro titular, não do recebedor indicado aqui.',
  none: 'Não informado pelo adquirente',
  times: 'Horário de Brasília.',
  signature: 'Assinatura',
  signatureText:
    'A plataforma assinou este pagamento antes de enviá-lo. Quem tem a declaração, a chave e a assinatura confere offline que nada foi mudado: Ed25519 sobre a declaração, em UTF-8, exatamente como está aqui.',
  statement: 'Declaração assinada',
  publicKey: 'Chave pública (Ed25519, hexadecimal)',
  signed: 'Assinatura (hexadecimal)',
  unsigned: 'Este saque é de antes de a plataforma assinar os seus pagamentos.',
};

export type ReceiptTexts = typeof receipt;
