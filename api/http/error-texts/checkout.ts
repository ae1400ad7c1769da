import type { ErrorTexts } from './error-code.ts';

export const checkoutErrors = {
  'payment/not-found': {
    status: 404,
    pt: 'Pagamento não encontrado.',
    en: 'Payment not found.',
  },
  'payment/already-requested': {
    status: 409,
    pt: 'Este pagamento já foi solicitado.',
    en: 'This payment was already requested.',
  },
  'payment/not-refundable': {
    status: 409,
    pt: 'Este pagamento não pode ser reembolsado no estado em que está.',
    en: 'This payment cannot be refunded in its current state.',
  },
  'payment/refund-exceeds-paid': {
    status: 422,
    pt: 'O valor é maior do que o que ainda pode ser reembolsado.',
    en: 'The amount is more than what can still be refunded.',
  },
  'payment/unknown-refund': {
    status: 404,
    pt: 'Reembolso não encontrado.',
    en: 'Refund not found.',
  },
  'refund/not-offered': {
    status: 422,
    pt: 'O adquirente não devolve este meio de pagamento. Transfira o valor ao comprador.',
    en: 'The acquirer does not refund this payment method. Transfer the amount to the buyer.',
  },
  'refund/partial-not-offered': {
    status: 422,
    pt: 'Este adquirente só devolve o valor inteiro da venda.',
    en: 'This acquirer gives back the whole sale or nothing.',
  },
  'refund/unknown': {
    status: 404,
    pt: 'Reembolso não encontrado.',
    en: 'Refund not found.',
  },
  'offer/not-available': {
    status: 404,
    pt: 'Esta oferta não está disponível.',
    en: 'This offer is not available.',
  },
  'offer/method-not-enabled': {
    status: 422,
    pt: 'Método de pagamento não suportado',
    en: 'Payment method not supported',
  },
  'offer/above-limit': {
    status: 422,
    pt: 'O valor desta compra é maior do que esta loja pode receber.',
    en: 'The amount of this purchase is above what this shop may take.',
  },
  'offer/currency-not-supported': {
    status: 422,
    pt: 'Esta oferta está em uma moeda que ainda não é aceita.',
    en: 'This offer is in a currency that is not accepted yet.',
  },
  'offer/currency-not-taken': {
    status: 422,
    pt: 'Nenhum adquirente que recebe as vendas deste vendedor aceita esta moeda.',
    en: 'No acquirer that takes this seller’s sales accepts this currency.',
  },
  'offer/unknown-bump': {
    status: 422,
    pt: 'Um dos itens adicionais não pertence a esta oferta.',
    en: 'One of the order bumps does not belong to this offer.',
  },
  'offer/unknown-delivery-option': {
    status: 422,
    pt: 'A opção de entrega ou o valor do frete não é o desta oferta.',
    en: 'The delivery option or its fare is not that of this offer.',
  },
  'installments/not-offered': {
    status: 422,
    pt: 'Este número de parcelas não está disponível.',
    en: 'This number of instalments is not available.',
  },
  'buyer/document-required': {
    status: 422,
    pt: 'CPF inválido',
    en: 'Invalid CPF',
  },
  'buyer/document-invalid': {
    status: 422,
    pt: 'Seu CPF está inválido, insira um CPF válido para continuar a compra',
    en: 'Invalid CPF, please enter a valid CPF',
  },
  'buyer/phone-required': {
    status: 422,
    pt: 'Telefone inválido',
    en: 'Invalid phone',
  },
  // checkout.46 gives this text in English only.
  'buyer/defaults-incomplete': {
    status: 422,
    pt: 'Phone and CPF must be defined at this point.',
    en: 'Phone and CPF must be defined at this point.',
  },
  'buyer/address-required': {
    status: 422,
    pt: 'Por favor, preencha todos os campos obrigatórios de endereço.',
    en: 'Please fill in all required address fields.',
  },
  'card/saved-not-accepted': {
    status: 400,
    pt: 'Cartões salvos ainda não são aceitos. Envie o token do cartão.',
    en: 'Saved cards are not accepted yet. Send the token of the card.',
  },
  'card/token-required': {
    status: 422,
    pt: 'O token do cartão é obrigatório para pagamentos com cartão de crédito.',
    en: 'Card token is required for credit card payments.',
  },
  'card/token-invalid': {
    status: 422,
    pt: 'O token do cartão não é válido para esta compra. Digite o cartão novamente.',
    en: 'The card token is not valid for this purchase. Enter the card again.',
  },
  'card/token-expired': {
    status: 422,
    pt: 'O token do cartão expirou. Digite o cartão novamente.',
    en: 'The card token has expired. Enter the card again.',
  },
  'card/too-many-refused': {
    status: 429,
    pt: 'Vários pagamentos com cartão foram recusados. Aguarde alguns minutos antes de tentar outro, ou escolha outra forma de pagamento.',
    en: 'Several card payments were refused. Wait a few minutes before you try another card, or choose another way to pay.',
  },
  'card/token-used': {
    status: 422,
    pt: 'O token do cartão já foi usado. Digite o cartão novamente.',
    en: 'The card token was already used. Enter the card again.',
  },
  'card/number-required': {
    status: 422,
    pt: 'Número do cartão é obrigatório.',
    en: 'Card number is required.',
  },
  'card/number-invalid': {
    status: 422,
    pt: 'Número do cartão inválido.',
    en: 'Invalid card number.',
  },
  'card/holder-required': {
    status: 422,
    pt: 'Nome do titular é obrigatório.',
    en: 'Card holder’s name is required.',
  },
  'card/holder-invalid': {
    status: 422,
    pt: 'Nome do titular inválido, deve conter nome e sobrenome.',
    en: 'Invalid card holder’s name: name and surname are needed.',
  },
  'card/month-invalid': {
    status: 422,
    pt: 'Mês de validade inválido.',
    en: 'Invalid expiry month.',
  },
  'card/year-invalid': {
    status: 422,
    pt: 'Ano de validade inválido.',
    en: 'Invalid expiry year.',
  },
  'card/cvv-invalid': {
    status: 422,
    pt: 'Código de segurança inválido.',
    en: 'Invalid security code.',
  },
  'card/expired': {
    status: 422,
    pt: 'Cartão vencido.',
    en: 'The card has expired.',
  },
} satisfies ErrorTexts;
