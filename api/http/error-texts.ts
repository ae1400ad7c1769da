import type { RefusalCode } from '#/domain/errors.ts';

/** Errors of a call other than refusals by the business. */
export type TransportCode =
  | 'request/malformed'
  | 'request/malformed-json'
  | 'request/unsupported-media-type'
  | 'request/invalid-input'
  | 'request/too-large'
  | 'request/timeout'
  | 'request/unknown-procedure'
  | 'request/method-not-allowed'
  | 'request/cross-site'
  | 'session/required'
  | 'session/forbidden'
  | 'session/invalid-credentials'
  | 'session/impersonating'
  | 'session/impersonation-over'
  | 'session/step-up-required'
  | 'session/wrong-password'
  | 'session/code-required'
  | 'session/wrong-code'
  | 'session/app-not-confirmed'
  | 'session/set-up-over'
  | 'session/second-factor-missing'
  | 'session/second-factor-obligatory'
  | 'session/second-factor-off'
  | 'session/link-over'
  | 'email-change/same'
  | 'email-change/no-mail'
  | 'email-change/too-many'
  | 'email-change/taken'
  | 'factor-reset/not-by-staff'
  | 'factor-reset/own'
  | 'factor-reset/second-person'
  | 'factor-reset/waits'
  | 'invitation/in-use'
  | 'invitation/not-usable'
  | 'onboarding/link-over'
  | 'password/easily-guessed'
  | 'demo/this-machine-only'
  | 'session/busy'
  | 'session/unavailable'
  | 'rate/limited'
  | 'resource/not-found'
  | 'idempotency/invalid-key'
  | 'card/saved-not-accepted'
  | 'card/too-many-refused'
  | 'file/link-invalid'
  | 'file/taken'
  | 'file/damaged'
  | 'webhook/unauthorized'
  | 'webhook/unreadable'
  | 'webhook/unknown-provider'
  | 'service/unavailable'
  | 'service/outcome-unknown'
  | 'service/record-cut'
  | 'service/internal';

/** Every error code of an answer. Codes never change; texts may. */
export type ErrorCode = RefusalCode | TransportCode;

export interface ErrorText {
  readonly status: number;
  readonly pt: string;
  readonly en: string;
}

/** Status and texts of every error, verbatim where a rule gives them (acquirers.125, acquirers.119, acquirers.95). */
export const errorTexts: Readonly<Record<ErrorCode, ErrorText>> = {
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
  'withdrawal/not-signed': {
    status: 409,
    pt: 'A assinatura deste saque não confere: ele não é enviado.',
    en: 'The signature of this withdrawal does not fit: it is not sent.',
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
  'mailbox/not-suppressed': {
    status: 409,
    pt: 'Os e-mails para este endereço não estão suspensos.',
    en: 'E-mails to this address are not suspended.',
  },
  'mail/unknown': {
    status: 404,
    pt: 'E-mail não encontrado.',
    en: 'E-mail not found.',
  },
  'investigation/not-found': {
    status: 404,
    pt: 'Caso não encontrado.',
    en: 'Case not found.',
  },
  'investigation/not-open': {
    status: 409,
    pt: 'Isto já não espera uma decisão.',
    en: 'This does not wait for a decision any more.',
  },
  'investigation/already-proposed': {
    status: 409,
    pt: 'Já há uma proposta: outra pessoa deve confirmá-la ou rejeitá-la.',
    en: 'There is a proposal already: another person must confirm or reject it.',
  },
  'investigation/not-an-answer': {
    status: 409,
    pt: 'Esta decisão não serve para este caso.',
    en: 'This decision does not fit this case.',
  },
  'investigation/changed': {
    status: 409,
    pt: 'O caso mudou desde que você o abriu. Confira de novo.',
    en: 'The case has changed since you opened it. Look at it again.',
  },
  'investigation/paid-another': {
    status: 409,
    pt: 'A transação do adquirente já pagou outra venda.',
    en: 'The acquirer’s transaction has paid another sale already.',
  },
  'investigation/same-person': {
    status: 403,
    pt: 'Quem propôs não pode confirmar: outra pessoa precisa concordar.',
    en: 'Whoever proposed cannot confirm: another person must agree.',
  },
  'receiver/unknown': {
    status: 404,
    pt: 'Recebedor não encontrado.',
    en: 'Receiver not found.',
  },
  'receiver/document-type-unknown': {
    status: 409,
    pt: 'Tipo de documento não encontrado.',
    en: 'Document type not found.',
  },
  'receiver/details-required': {
    status: 409,
    pt: 'O vendedor ainda não preencheu os dados cadastrais.',
    en: 'The seller has not filled in the registration data yet.',
  },
  'receiver/unknown-file': {
    status: 404,
    pt: 'Arquivo não encontrado.',
    en: 'File not found.',
  },
  'receiver/file-approved': {
    status: 409,
    pt: 'Este arquivo já foi aprovado. Envie outro para substituí-lo.',
    en: 'This file was already approved. Send another to replace it.',
  },
  'receiver/file-not-uploaded': {
    status: 409,
    pt: 'O arquivo ainda não foi recebido. Envie-o novamente.',
    en: 'The file has not arrived yet. Send it again.',
  },
  'receiver/file-unreadable': {
    status: 422,
    pt: 'O conteúdo do arquivo não corresponde ao seu tipo. Envie uma imagem JPEG ou PNG, ou um PDF.',
    en: 'The content of the file does not match its type. Send a JPEG or PNG image, or a PDF.',
  },
  'receiver/files-not-approved': {
    status: 409,
    pt: 'Há arquivos que ainda não foram aprovados.',
    en: 'Some files are not approved yet.',
  },
  'receiver/too-many-uploads': {
    status: 429,
    pt: 'Muitos envios em um dia. Tente novamente amanhã.',
    en: 'Too many uploads in a day. Try again tomorrow.',
  },
  'receiver/cpf-not-taken': {
    status: 400,
    pt: 'Adquirente não aceita CPF',
    en: 'This acquirer does not take a CPF',
  },
  'receiver/already-registered': {
    status: 409,
    pt: 'Já existe um cadastro neste adquirente, ou um pedido em andamento.',
    en: 'There already is a registration with this acquirer, or a request under way.',
  },
  'receiver/document-taken': {
    status: 409,
    pt: 'Outro vendedor desta plataforma já foi aprovado com este CPF ou CNPJ.',
    en: 'Another seller of this platform was approved with this CPF or CNPJ already.',
  },
  'record/already-exists': {
    status: 409,
    pt: 'Este cadastro já existe.',
    en: 'This record already exists.',
  },
  'record/not-found': {
    status: 404,
    pt: 'Cadastro não encontrado.',
    en: 'Record not found.',
  },
  'record/archived': {
    status: 409,
    pt: 'Este cadastro foi arquivado.',
    en: 'This record was archived.',
  },
  'record/unreadable-name': {
    status: 400,
    pt: 'O nome precisa de letras ou números que se vejam, sem quebras de linha nem caracteres de controle.',
    en: 'The name needs letters or digits that can be seen, without line breaks or control characters.',
  },
  'record/changed-meanwhile': {
    status: 409,
    pt: 'Outra pessoa mudou isto enquanto você editava. Confira como ficou e salve de novo.',
    en: 'Another person changed this while you edited it. Check how it is now, and save again.',
  },
  'staff/changed-meanwhile': {
    status: 409,
    pt: 'Outra pessoa mudou este funcionário enquanto você decidia. Confira como ficou.',
    en: 'Another person changed this functionary while you decided. Check how it is now.',
  },
  'staff/flag-not-held': {
    status: 403,
    pt: 'Você só pode dar ou tirar permissões que você mesmo tem.',
    en: 'You can give or take away only permissions that you have yourself.',
  },
  'staff/already-known': {
    status: 409,
    pt: 'Esta pessoa já faz parte da equipe, ou fez: veja na lista, também entre os bloqueados.',
    en: 'This person is on the staff already, or was: see the list, also of those who are blocked.',
  },
  'staff/came-in-already': {
    status: 409,
    pt: 'Esta pessoa já aceitou o convite.',
    en: 'This person has accepted the invitation already.',
  },
  'staff/is-administrator': {
    status: 403,
    pt: 'Administradores não são alterados aqui.',
    en: 'Administrators are not changed here.',
  },
  'staff/own-record': {
    status: 403,
    pt: 'Ninguém altera as próprias permissões.',
    en: 'No one changes their own permissions.',
  },
  'staff/last-administrator': {
    status: 409,
    pt: 'A plataforma ficaria sem administrador ativo. Antes de bloquear este, convide outro e espere que entre.',
    en: 'The platform would be left without an active administrator. Before this one is blocked, invite another and wait until they come in.',
  },
  'staff/is-master': {
    status: 409,
    pt: 'Este e-mail é de um master. Um master não é administrador de plataforma: use o e-mail de outra pessoa.',
    en: 'This e-mail is a master’s. A master is not an administrator of a platform: use the e-mail of another person.',
  },
  'master/last': {
    status: 409,
    pt: 'A instalação ficaria sem master ativo. Antes de bloquear este, convide outro e espere que entre.',
    en: 'The installation would be left without an active master. Before this one is blocked, invite another and wait until they come in.',
  },
  'master/oneself': {
    status: 403,
    pt: 'Ninguém bloqueia a si mesmo: peça a outro master.',
    en: 'No one blocks themselves: ask another master.',
  },
  'manager/already-known': {
    status: 409,
    pt: 'Esta pessoa já é gerente, ou foi: veja na lista, também entre os bloqueados.',
    en: 'This person is a manager already, or was: see the list, also of those who are blocked.',
  },
  'manager/not-active': {
    status: 409,
    pt: 'Este gerente está bloqueado e não recebe vendedores. Escolha outro, ou libere este antes.',
    en: 'This manager is blocked and takes no sellers. Choose another, or let this one in again first.',
  },
  'platform/id-taken': {
    status: 409,
    pt: 'Este identificador já é de outra plataforma. Escolha outro.',
    en: 'Another platform has this id already. Choose another one.',
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
  'provider/not-offered': {
    status: 422,
    pt: 'Gateway de pagamento não configurado.',
    en: 'Payment gateway not configured.',
  },
  'provider/in-use': {
    status: 409,
    pt: 'Este adquirente ainda está em uma rota: tire-o dela primeiro.',
    en: 'A route still names this acquirer: take it out first.',
  },
  'provider/awaited': {
    status: 409,
    pt: 'Há cobranças, reembolsos, saques ou cadastros em aberto neste adquirente: espere até que terminem. Chaves novas da mesma conta podem ser conectadas já.',
    en: 'Charges, refunds, payouts or registrations are still open at this acquirer: wait until they have ended. New keys of the same account can be connected now.',
  },
  'provider/billing-address-required': {
    status: 422,
    pt: 'Este adquirente só cobra cartões com um endereço de cobrança: informe-o na conta antes de pô-lo na rota de cartão.',
    en: 'This acquirer charges cards only with a billing address: give its account one before it goes on the card route.',
  },
  'provider/method-unprovable': {
    status: 422,
    pt: 'Este adquirente não diz o que houve com uma cobrança por cartão cuja resposta se perde. Por isso ele não entra na rota de cartão.',
    en: 'This acquirer cannot tell what became of a card charge whose answer is lost, so it cannot be on the card route.',
  },
  'provider/method-not-offered': {
    status: 422,
    pt: 'Um dos adquirentes não oferece o que a rota pede (um meio de pagamento, ou saques por PIX): tire-o dela.',
    en: 'One of the acquirers does not offer what its route asks for (a payment method, or payouts by PIX): take it out.',
  },
  'provider/not-enabled': {
    status: 422,
    pt: 'A instalação não habilitou este adquirente para a plataforma: peça a quem a opera.',
    en: 'The installation has not enabled this acquirer for the platform: ask who runs it.',
  },
  'subject/unknown': {
    status: 404,
    pt: 'Não há pedido de apagamento desta pessoa.',
    en: 'There is no request to erase this person.',
  },
  'subject/held': {
    status: 409,
    pt: 'Estes dados ainda devem ser guardados.',
    en: 'This data must still be kept.',
  },
  'subject/erased': {
    status: 409,
    pt: 'Os dados desta pessoa foram apagados: nada mais se guarda sobre ela.',
    en: 'The data of this person was erased: nothing more is kept about them.',
  },
  'subject/named-in-reason': {
    status: 422,
    pt: 'O motivo fica registrado para sempre: não escreva nome, e-mail, documento ou telefone.',
    en: 'The reason stays on record for ever: leave out name, e-mail, document and phone.',
  },
  'idempotency/key-reused': {
    status: 422,
    pt: 'Esta Idempotency-Key já foi usada com outro conteúdo.',
    en: 'This Idempotency-Key was already used with another content.',
  },
  'idempotency/invalid-key': {
    status: 400,
    pt: 'A Idempotency-Key deve ter de 1 a 200 caracteres ASCII visíveis.',
    en: 'The Idempotency-Key must be 1 to 200 visible ASCII characters.',
  },
  'request/malformed': {
    status: 400,
    pt: 'A requisição não está bem formada.',
    en: 'The request is not well formed.',
  },
  'request/malformed-json': {
    status: 400,
    pt: 'O corpo da requisição não é um JSON válido.',
    en: 'The body of the request is not valid JSON.',
  },
  'request/unsupported-media-type': {
    status: 415,
    pt: 'O corpo da requisição deve ser application/json em UTF-8.',
    en: 'The body of the request must be application/json in UTF-8.',
  },
  'request/invalid-input': {
    status: 400,
    pt: 'Há campos ausentes, desconhecidos ou inválidos.',
    en: 'Some fields are missing, unknown or invalid.',
  },
  'request/too-large': {
    status: 413,
    pt: 'A requisição é maior do que o permitido.',
    en: 'The request is larger than allowed.',
  },
  'request/timeout': {
    status: 408,
    pt: 'A requisição demorou demais para chegar.',
    en: 'The request took too long to arrive.',
  },
  'request/unknown-procedure': {
    status: 404,
    pt: 'Este endereço não existe.',
    en: 'There is nothing at this address.',
  },
  'request/method-not-allowed': {
    status: 405,
    pt: 'Este endereço não aceita este método.',
    en: 'This address does not take this method.',
  },
  'request/cross-site': {
    status: 403,
    pt: 'A requisição veio de outro site.',
    en: 'The request came from another site.',
  },
  'session/required': {
    status: 401,
    pt: 'Entre na sua conta para continuar.',
    en: 'Sign in to continue.',
  },
  'session/forbidden': {
    status: 403,
    pt: 'Sua conta não tem permissão para isto.',
    en: 'Your account has no permission for this.',
  },
  'session/invalid-credentials': {
    status: 401,
    pt: 'E-mail ou senha incorretos.',
    en: 'Wrong e-mail or password.',
  },
  'session/impersonating': {
    status: 403,
    pt: 'Você está na área de um vendedor só para ver. Volte à sua conta para fazer isso.',
    en: 'You are in a seller’s area only to look. Go back to your own account to do this.',
  },
  'session/impersonation-over': {
    status: 409,
    pt: 'Este pedido já foi usado, e não abre mais a área do vendedor. Para entrar, faça um novo pedido.',
    en: 'This request was used already, and opens the seller’s area no more. To come in, make a new request.',
  },
  'session/step-up-required': {
    status: 403,
    pt: 'Confirme que é você para continuar.',
    en: 'Confirm that it is you to continue.',
  },
  'session/wrong-password': {
    status: 403,
    pt: 'A senha não confere.',
    en: 'The password is not right.',
  },
  'session/code-required': {
    status: 403,
    pt: 'Digite o código do seu aplicativo autenticador.',
    en: 'Enter the code of your authenticator app.',
  },
  'session/wrong-code': {
    status: 403,
    pt: 'O código não confere. Cada código vale uma vez: aguarde o próximo.',
    en: 'The code is not right. Each code works once: wait for the next one.',
  },
  'session/app-not-confirmed': {
    status: 409,
    pt: 'O código não confere. Digite o que o aplicativo mostra agora.',
    en: 'The code is not right. Enter the one that the app shows now.',
  },
  'session/set-up-over': {
    status: 409,
    pt: 'Esta configuração terminou: passaram 15 minutos ou cinco códigos errados. Comece de novo.',
    en: 'This set-up is over: 15 minutes have passed, or five codes were wrong. Start again.',
  },
  'session/second-factor-missing': {
    status: 403,
    pt: 'Ative o segundo fator para continuar: o seu papel exige.',
    en: 'Set up your second factor to continue: your role needs one.',
  },
  'session/second-factor-obligatory': {
    status: 409,
    pt: 'O seu papel exige um segundo fator. Para trocar de aparelho, configure outro.',
    en: 'Your role needs a second factor. To change your device, set up another one.',
  },
  'session/second-factor-off': {
    status: 409,
    pt: 'O segundo fator está desligado.',
    en: 'The second factor is off.',
  },
  'email-change/same': {
    status: 409,
    pt: 'Este já é o e-mail da sua conta.',
    en: 'This is the e-mail of your account already.',
  },
  'email-change/no-mail': {
    status: 409,
    pt: 'Aqui não há envio de e-mails, e a troca precisa ser confirmada por e-mail. Fale com o suporte da sua plataforma.',
    en: 'No e-mails are sent here, and the change has to be confirmed by e-mail. Ask the support of your platform.',
  },
  'email-change/too-many': {
    status: 429,
    pt: 'Você já pediu a troca cinco vezes hoje. Tente amanhã.',
    en: 'You have asked for the change five times today. Try tomorrow.',
  },
  'email-change/taken': {
    status: 409,
    pt: 'Este e-mail já entra em outra conta. Entre com ele, ou escolha outro.',
    en: 'This e-mail signs in to another account already. Sign in by it, or choose another one.',
  },
  'factor-reset/not-by-staff': {
    status: 409,
    pt: 'O segundo fator desta pessoa não é redefinido pela equipe: peça a quem cuida da instalação.',
    en: 'The second factor of this person is not reset by staff: ask whoever runs this installation.',
  },
  'factor-reset/own': {
    status: 409,
    pt: 'O seu segundo fator você muda em “Conta”; se perdeu o aparelho, peça a outra pessoa da equipe.',
    en: 'You change your own second factor under “Account”; if you lost the device, ask another member of staff.',
  },
  'factor-reset/second-person': {
    status: 409,
    pt: 'Quem pediu a redefinição não a confirma: outra pessoa da equipe precisa fazer isso.',
    en: 'Who asked for the reset does not confirm it: another member of staff has to.',
  },
  'factor-reset/waits': {
    status: 409,
    pt: 'Já há um pedido de redefinição para esta pessoa.',
    en: 'There is a request for a reset for this person already.',
  },
  'session/link-over': {
    status: 404,
    pt: 'Este link não vale mais: foi usado ou venceu.',
    en: 'This link is no longer valid: it was used or ended.',
  },
  'invitation/in-use': {
    status: 409,
    pt: 'Este convite está sendo usado neste momento. Aguarde alguns instantes e tente novamente.',
    en: 'This invitation is being used right now. Wait a moment and try again.',
  },
  'invitation/not-usable': {
    status: 404,
    pt: 'Este convite não vale: foi usado, venceu ou foi substituído. Peça outro a quem cuida da instalação.',
    en: 'This invitation is not valid: it was used, ended or was replaced. Ask whoever runs this installation for another.',
  },
  'onboarding/closed': {
    status: 404,
    pt: 'Esta plataforma não recebe cadastros agora. Fale com ela.',
    en: 'This platform takes no registrations at present. Ask it.',
  },
  'onboarding/terms-changed': {
    status: 409,
    pt: 'Os termos de uso mudaram enquanto você preenchia. Leia e aceite a nova versão.',
    en: 'The terms of use changed while you were filling in. Read and accept the new version.',
  },
  'onboarding/already-seller': {
    status: 409,
    pt: 'Você já tem cadastro de vendedor nesta plataforma. Entre com a sua senha.',
    en: 'You are registered as a seller on this platform already. Sign in with your password.',
  },
  'onboarding/version-taken': {
    status: 409,
    pt: 'O texto mudou: dê outro nome à versão, para que se saiba o que cada vendedor aceitou.',
    en: 'The text has changed: name the version anew, so that it is known what each seller accepted.',
  },
  'onboarding/link-over': {
    status: 404,
    pt: 'Este link não vale mais: foi usado, venceu ou foi substituído. Peça outro na página de cadastro.',
    en: 'This link is no longer valid: it was used, ended or was replaced. Ask for another on the registration page.',
  },
  'password/easily-guessed': {
    status: 422,
    pt: 'Esta senha é fácil de adivinhar: é comum, é uma sequência ou repete seu nome, seu e-mail ou o nome da plataforma. Escolha outra.',
    en: 'This password is easy to guess: it is common, a sequence, or repeats your name, your e-mail or the name of the platform. Choose another.',
  },
  'demo/this-machine-only': {
    status: 403,
    pt: 'Esta demonstração atende só a própria máquina. Para mostrá-la a outros, inicie com --demo; para usar o Razão de verdade, defina PUBLIC_URL.',
    en: 'This is a demo for this machine alone: start it with --demo to show it to others, or set PUBLIC_URL to run Razão for real.',
  },
  'session/busy': {
    status: 503,
    pt: 'Muitas pessoas estão entrando agora. Aguarde alguns segundos e tente novamente.',
    en: 'Many people are signing in right now. Wait a few seconds and try again.',
  },
  'session/unavailable': {
    status: 503,
    pt: 'Não é possível entrar nem sair agora: o banco de dados não responde. Tente novamente em instantes.',
    en: 'Signing in and out is not possible right now: the database does not answer. Try again in a moment.',
  },
  'rate/limited': {
    status: 429,
    pt: 'Muitas requisições. Aguarde um momento e tente novamente.',
    en: 'Too many requests. Wait a moment and try again.',
  },
  'resource/not-found': {
    status: 404,
    pt: 'Não encontrado.',
    en: 'Not found.',
  },
  'file/link-invalid': {
    status: 403,
    pt: 'Este link de envio não é válido ou já expirou.',
    en: 'This upload link is not valid or has ended.',
  },
  'file/taken': {
    status: 409,
    pt: 'Já existe um arquivo neste endereço.',
    en: 'There is a file at this address already.',
  },
  'file/damaged': {
    status: 500,
    pt: 'Este arquivo está danificado do nosso lado. Informe o código da requisição ao suporte.',
    en: 'This file is damaged on our side. Tell support the request id.',
  },
  'webhook/unauthorized': {
    status: 401,
    pt: 'A assinatura da notificação não confere.',
    en: 'The signature of the notice does not match.',
  },
  'webhook/unreadable': {
    status: 400,
    pt: 'A notificação não pôde ser lida.',
    en: 'The notice could not be read.',
  },
  'webhook/unknown-provider': {
    status: 404,
    pt: 'Este provedor não existe.',
    en: 'There is no such provider.',
  },
  'service/unavailable': {
    status: 503,
    pt: 'O serviço está ocupado. Nada foi gravado; tente novamente em instantes.',
    en: 'The service is busy. Nothing was written; try again in a moment.',
  },
  'service/outcome-unknown': {
    status: 503,
    pt: 'O resultado ainda não é conhecido. Repita com a mesma Idempotency-Key.',
    en: 'The outcome is not known yet. Repeat with the same Idempotency-Key.',
  },
  'service/record-cut': {
    status: 503,
    pt: 'Parte deste registro foi ocultada ou apagada no banco de eventos. Nada foi gravado; a equipe da plataforma precisa restaurá-lo.',
    en: 'Part of this record was hidden or deleted in the event store. Nothing was written; the staff of the platform must restore it.',
  },
  'service/internal': {
    status: 500,
    pt: 'Algo deu errado do nosso lado. Informe o código da requisição ao suporte.',
    en: 'Something went wrong on our side. Tell support the request id.',
  },
};
