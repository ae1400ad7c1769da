/** Texts of the form for a withdrawal, which opens at a press. */
export const withdrawal = {
  title: 'Sacar por PIX',
  available: (amount: string) => `Disponível: ${amount}`,
  resting: (until: string) =>
    `A senha ou o segundo fator desta conta mudou. Por segurança, os saques ficam parados até ${until}.`,
  restingNotMine: 'Não foi você? Avise agora o suporte da sua plataforma.',
  notApproved: 'Os saques começam quando a equipe da plataforma aprovar seus documentos.',
  toProfile: 'Enviar ou acompanhar os documentos',
  key: 'Chave PIX',
  keyHint: 'CPF, CNPJ, e-mail, telefone ou chave aleatória.',
  keyUnknown: 'Isto não é uma chave PIX.',
  keyCpf: 'CPF inválido',
  keyCnpj: 'CNPJ inválido',
  keyMissing: 'Informe a chave PIX.',
  amount: 'Valor do saque',
  everything: 'Sacar tudo',
  amountMissing: 'Informe o valor.',
  tooLow: (minimum: string) => `O saque mínimo é ${minimum}.`,
  tooHigh: (available: string) => `Você tem ${available} disponíveis.`,
  leaves: 'Sai do saldo',
  fee: 'Tarifa do saque',
  receive: 'Você recebe',
  submit: 'Solicitar saque',
  doneTitle: 'Saque solicitado',
  doneText: (net: string) => `${net} a caminho da sua conta. Acompanhe em Saques.`,
  see: 'Ver saques',
};

export type WithdrawalTexts = typeof withdrawal;
