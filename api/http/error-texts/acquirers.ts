import type { ErrorTexts } from './error-code.ts';

export const acquirerErrors = {
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
  'investigation/amount-missing': {
    status: 422,
    pt: 'Informe tudo o que entrou por esta transação: um valor diferente do que já está registrado.',
    en: 'State all that came in by this transaction: another amount than the one on record.',
  },
  'investigation/paid-another': {
    status: 409,
    pt: 'A transação do adquirente já pagou outra venda.',
    en: 'The acquirer’s transaction has paid another sale already.',
  },
  'investigation/receiver-id-missing': {
    status: 422,
    pt: 'Informe o identificador do recebedor no adquirente.',
    en: 'State the receiver’s identifier at the acquirer.',
  },
  'investigation/call-under-way': {
    status: 409,
    pt: 'O pedido ainda pode chegar ao adquirente. Espere um minuto e confira de novo.',
    en: 'The request may still reach the acquirer. Wait a minute and look again.',
  },
  'investigation/same-person': {
    status: 403,
    pt: 'Quem propôs não pode confirmar: outra pessoa precisa concordar.',
    en: 'The person who proposed cannot confirm: another person must agree.',
  },
  'investigation/own': {
    status: 403,
    pt: 'O caso é de uma venda, um saque ou um cadastro seu: outras pessoas da equipe precisam decidir.',
    en: 'The case is about a sale, withdrawal or registration of your own: other members of staff must decide.',
  },
  'investigation/proposer-left': {
    status: 409,
    pt: 'Quem propôs foi bloqueado ou perdeu a permissão desde então. Rejeite a proposta e faça outra.',
    en: 'The person who proposed was blocked or lost the permission since. Reject the proposal, and make another one.',
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
  'provider/may-have-lost-request': {
    status: 409,
    pt: 'O banco de dados foi trocado por uma cópia há menos de um dia, e um pedido perdido pode estar neste adquirente: até completar um dia ele fica na rota, com a mesma conta. Para não lhe enviar pedidos novos, ponha a parte dele em 0.',
    en: 'The database was replaced by a copy less than a day ago, and a lost request may be at this acquirer: until a day has passed it stays on the route, with the same account. To send it no new requests, set its share to 0.',
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
  'provider/payouts-unprovable': {
    status: 422,
    pt: 'Este adquirente não diz como terminou um saque que ficou em andamento. Por isso ele não entra na rota de saques.',
    en: 'This acquirer cannot tell how a payout ended that was under way, so it cannot be on the route of payouts.',
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
} satisfies ErrorTexts;
