import type { ErrorTexts } from './error-code.ts';

/** Errors of many kinds of request. */
export const requestErrors = {
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
  'idempotency/invalid-key-age': {
    status: 400,
    pt: 'A Idempotency-Key-Age deve ser um número inteiro de segundos.',
    en: 'The Idempotency-Key-Age must be a whole number of seconds.',
  },
  'idempotency/key-age-needed': {
    status: 428,
    pt: 'Depois de uma falha do nosso servidor, não sabemos se esta compra já foi cobrada. Repita com a mesma Idempotency-Key e diga em Idempotency-Key-Age há quantos segundos você a criou.',
    en: 'After a failure of our server, we do not know whether this purchase was charged already. Repeat it with the same Idempotency-Key, and say in Idempotency-Key-Age how many seconds ago you made it.',
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
  'demo/this-machine-only': {
    status: 403,
    pt: 'Esta demonstração atende só a própria máquina. Para mostrá-la a outros, inicie com --demo; para usar o Razão de verdade, defina PUBLIC_URL.',
    en: 'This is a demo for this machine alone: start it with --demo to show it to others, or set PUBLIC_URL to run Razão for real.',
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
} satisfies ErrorTexts;
