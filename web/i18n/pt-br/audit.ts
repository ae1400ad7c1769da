import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

/** Codes that are not listed are shown as they are. */
type Words = Readonly<Record<string, string>>;

/** Why a webhook changed nothing. */
const failures: Words = {
  unanswered: 'O adquirente não respondeu quando foi consultado.',
  'asked-too-often': 'O adquirente foi consultado vezes demais; será consultado mais tarde.',
  'not-this-payment': 'Trata de outro pagamento.',
};

const operations: Words = {
  createTransaction: 'uma cobrança',
  refund: 'um reembolso',
  withdraw: 'um saque',
  getTransaction: 'uma consulta',
  findTransaction: 'uma consulta',
};

export const auditTexts = {
  audit: {
    events: (count: number) => plural(count, 'evento', 'eventos'),
    replay: 'Reproduzir',
    replayText:
      'Deriva o pagamento de novo a partir dos eventos e compara com o que as telas leem.',
    equal: 'Igual',
    equalText: (count: number) =>
      `Reproduzido de ${plural(count, 'evento', 'eventos')}: idêntico ao registrado.`,
    different: (count: number) => plural(count, 'diferença', 'diferenças'),
    derived: 'Estado derivado',
    path: 'Campo',
    recorded: 'Registrado',
    derivedValue: 'Derivado',
    intact: 'Íntegro',
    broken: 'Hash não confere',
    contentHash: 'hash do conteúdo',
    chainHash: 'hash da cadeia',
    eventName: 'Evento',
    actor: 'Autor',
    causation: 'Causa',
    reason: 'Motivo',
    revision: 'Revisão',
    position: 'Posição',
    version: 'Versão',
    data: 'Dados gravados',
    postings: 'Lançamentos',
    noPostings: 'Não move dinheiro.',
    from: 'De',
    to: 'Para',
    amount: 'Valor',
    sealed: 'Dados pessoais aparecem cifrados.',
    seal: 'Selo do registro',
    sealText:
      'O registro é selado a cada segundo com uma chave que fica fora do banco de dados. Seu navegador confere, sem confiar no servidor, que estes eventos estão sob os selos.',
    verify: 'Verificar aqui',
    firstSealKey: 'primeira chave pública',
    proved: 'Comprovado',
    provedText: (count: number) =>
      `${plural(count, 'evento confere', 'eventos conferem')} com os selos, verificado neste navegador.`,
    notSealed: 'Ainda sem selo',
    notSealedText: (count: number) =>
      `${plural(count, 'evento ainda não tem selo', 'eventos ainda não têm selo')}. Tente de novo em um segundo.`,
    notCovered: 'Não coberto',
    notCoveredText: (names: string) =>
      `Os demais eventos conferem; sem prova: ${names}. Verifique de novo.`,
    unproved: 'Não confere',
    unprovedText: (place: string) => `O que está gravado em ${place} não é o que foi selado.`,
    unsupported: 'Este navegador não confere assinaturas Ed25519. Use a prova com verify-proof.',
  },
  notices: {
    emptyTitle: 'Nenhum webhook recebido',
    emptyText: 'Avisos do adquirente sobre este pagamento aparecem aqui.',
    received: 'Recebido',
    attempts: (count: number) => plural(count, 'tentativa', 'tentativas'),
    details: 'Detalhes',
    preview: 'Simular',
    apply: 'Aplicar',
    foreseen: 'O que mudaria agora',
    nothingForeseen: 'Nada mudaria agora.',
    wouldCall: (operation: string) =>
      `O adquirente receberia ${operation}; o que viria disso não se pode simular.`,
    foreseenEvents: 'Eventos',
    normalized: 'O que foi entendido',
    raw: 'Como chegou',
    rawText: 'Dados pessoais e segredos não são guardados: no lugar ficam tipo e tamanho.',
    notKept: 'O corpo deste webhook não foi guardado.',
    cut: 'Só o começo foi guardado.',
    authentic: 'Autenticidade',
    proved: 'Comprovada',
    unproved: 'Não comprovada',
    reference: 'Referência',
    orderId: 'Nossa referência',
    kind: 'Tipo',
    status: 'Status',
    tries: 'Tentativas',
    stillAsked: 'O adquirente ainda será consultado.',
    noLongerAsked: 'O adquirente não será mais consultado.',
    noTries: 'Ainda não foi processado.',
    before: 'Antes',
    after: 'Depois',
    types: { TRANSACTION: 'Pagamento', WITHDRAW: 'Saque' },
    failures,
    operations,
    outcome: {
      RECEIVED: 'Recebido',
      APPLIED: 'Aplicado',
      NO_EFFECT: 'Sem efeito',
      UNCONFIRMED: 'Não confirmado',
      DUPLICATE: 'Duplicado',
      UNKNOWN_TRANSACTION: 'Transação desconhecida',
      UNAUTHORIZED: 'Assinatura inválida',
      UNREADABLE: 'Ilegível',
      IGNORED: 'Nada a fazer',
      FAILED: 'Falhou',
    },
  },
};

export type AuditTexts = typeof auditTexts;
