import type { ErrorTexts } from './error-code.ts';

export const withdrawalErrors = {
  'account/insufficient-balance': {
    status: 422,
    pt: 'Saldo disponível insuficiente.',
    en: 'Not enough available balance.',
  },
  'account/other-currency': {
    status: 422,
    pt: 'Esta conta é em outra moeda.',
    en: 'This account is in another currency.',
  },
  'account/period-closed': {
    status: 409,
    pt: 'O mês desta conta já foi fechado. Tente novamente.',
    en: 'This month of the account is already closed. Try again.',
  },
  'account/money-is-real': {
    status: 409,
    pt: 'Um vendedor da plataforma tem dinheiro real: só saldo de vendas simuladas pode ser baixado.',
    en: 'A seller of the platform has real money: only balances of simulated sales can be written off.',
  },
  'account/withdrawal-under-way': {
    status: 409,
    pt: 'O saque ainda está em andamento.',
    en: 'The withdrawal is still under way.',
  },
  'account/unknown-withdrawal': {
    status: 404,
    pt: 'Saque não encontrado nesta conta.',
    en: 'Withdrawal not found in this account.',
  },
  'withdrawal/below-minimum': {
    status: 422,
    pt: 'O valor é menor do que o saque mínimo.',
    en: 'The amount is below the minimum withdrawal.',
  },
  'withdrawal/above-largest': {
    status: 422,
    pt: 'O valor é maior do que o saque máximo.',
    en: 'The amount is above the largest withdrawal.',
  },
  'withdrawal/above-day': {
    status: 422,
    pt: 'O valor passa do limite de saques do dia.',
    en: 'The amount is above what may be withdrawn in a day.',
  },
  'withdrawal/may-be-paid': {
    status: 409,
    pt: 'Depois de uma falha do nosso servidor, não sabemos se este saque já foi pago, e os adquirentes não sabem dizer. Confira o que você recebeu. Depois peça de novo, ou salve de novo o saque automático.',
    en: 'After a failure of our server, we do not know whether this withdrawal was paid already, and the acquirers cannot tell. Check what you received. Then ask again, or save the automatic withdrawal again.',
  },
  'withdrawal/not-waiting': {
    status: 409,
    pt: 'Este saque não espera mais por aprovação.',
    en: 'This withdrawal no longer waits for approval.',
  },
  'withdrawal/same-person': {
    status: 409,
    pt: 'Você já aprovou este saque: agora é a vez de outra pessoa.',
    en: 'You have approved this withdrawal already: another person must, too.',
  },
  'withdrawal/own': {
    status: 403,
    pt: 'Este saque é seu: outra pessoa da equipe precisa aprovar.',
    en: 'This withdrawal is your own: another member of staff must approve it.',
  },
  'withdrawal/approved-meanwhile': {
    status: 409,
    pt: 'Outra pessoa aprovou este saque ao mesmo tempo. Tente novamente.',
    en: 'Another person approved this withdrawal at the same time. Try again.',
  },
  'withdrawal/analysed-meanwhile': {
    status: 409,
    pt: 'Outra pessoa começou a analisar este saque ao mesmo tempo.',
    en: 'Another person began to look into this withdrawal at the same time.',
  },
  'withdrawal/approval-lapsed': {
    status: 409,
    pt: 'Quem aprovou este saque não pode mais aprovar: o saque precisa de nova aprovação.',
    en: 'Someone who approved this withdrawal may not approve any more: it must be approved again.',
  },
  'withdrawal/not-signed': {
    status: 409,
    pt: 'A assinatura deste saque não confere: ele não é enviado.',
    en: 'The signature of this withdrawal does not fit: it is not sent.',
  },
  'withdrawal/not-paid': {
    status: 409,
    pt: 'Este saque não está pago, ou o banco o devolveu: não há o que conciliar.',
    en: 'This withdrawal is not paid, or the bank returned it: there is nothing to reconcile.',
  },
  'withdrawal/other-amount': {
    status: 409,
    pt: 'O valor enviado mudou desde que você abriu a lista. Confira o extrato de novo.',
    en: 'The amount sent has changed since you opened the list. Check the statement again.',
  },
  'destination/unknown': {
    status: 404,
    pt: 'Destino não encontrado.',
    en: 'Destination not found.',
  },
  'destination/not-waiting': {
    status: 409,
    pt: 'Este destino não espera mais por análise.',
    en: 'This destination no longer waits for review.',
  },
  'destination/not-approved': {
    status: 409,
    pt: 'Esta chave PIX ainda não foi aprovada para saques.',
    en: 'This PIX key has not been approved for withdrawals.',
  },
  'destination/other-holder': {
    status: 422,
    pt: 'A chave é o CPF ou CNPJ de outro titular: informe o nome e o documento dele.',
    en: 'The key is the CPF or CNPJ of another holder: give their name and document.',
  },
  'destination/own': {
    status: 403,
    pt: 'Esta chave PIX é sua: outra pessoa da equipe precisa aprovar.',
    en: 'This PIX key is your own: another member of staff must approve it.',
  },
  'destination/changed': {
    status: 409,
    pt: 'Este destino mudou desde que você o abriu. Confira de novo antes de decidir.',
    en: 'This destination has changed since you opened it. Check it again before you decide.',
  },
  'withdrawal/resting': {
    status: 409,
    pt: 'A senha, o segundo fator ou o destino mudou há pouco: os saques descansam por 24 horas.',
    en: 'The password, the second factor or the destination changed recently: withdrawals rest for 24 hours.',
  },
  'withdrawal/seller-blocked': {
    status: 409,
    pt: 'O vendedor está bloqueado: nada lhe é pago até que seja liberado.',
    en: 'The seller is blocked: they are paid nothing until they are let in again.',
  },
  'withdrawal/not-approved': {
    status: 409,
    pt: 'Os saques começam com a aprovação dos documentos, que se enviam em Meu perfil. Vender já é possível.',
    en: 'Withdrawals begin once the documents are approved, which are handed in under My profile. Selling is possible already.',
  },
  'withdrawal/unknown': {
    status: 404,
    pt: 'Saque não encontrado.',
    en: 'Withdrawal not found.',
  },
  // money.68 gives this text in English only.
  'withdrawal/platform-unknown': {
    status: 403,
    pt: 'Unauthorized.',
    en: 'Unauthorized.',
  },
  'withdrawal/invalid-pix-key': {
    status: 422,
    pt: 'Chave PIX inválida.',
    en: 'Invalid PIX key.',
  },
  'withdrawal/invalid-cpf-key': {
    status: 422,
    pt: 'CPF inválido',
    en: 'Invalid CPF',
  },
  'withdrawal/invalid-cnpj-key': {
    status: 422,
    pt: 'CNPJ inválido',
    en: 'Invalid CNPJ',
  },
} satisfies ErrorTexts;
