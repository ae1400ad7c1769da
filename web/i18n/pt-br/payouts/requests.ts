import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

export const payoutRequests = {
  title: 'Saques a aprovar',
  note: 'Saques acima do limite, para um destino novo, ou parados antes do envio porque o vendedor ou a chave não podiam mais receber. Nada é enviado antes de a equipe aprovar.',
  emptyTitle: 'Nenhum saque espera',
  emptyText:
    'Saques acima do limite da plataforma, para destinos novos, ou parados antes do envio, aparecem aqui.',
  seller: 'Vendedor',
  amount: 'Valor',
  fee: 'Tarifa',
  net: 'A enviar',
  destination: 'Destino',
  requestedAt: 'Pedido em',
  why: 'Por que espera',
  risks: 'Sinais de risco',
  approvals: 'Aprovações',
  available: 'Resta disponível',
  payouts: 'Saques pagos antes',
  lastPaidAt: 'Último pagamento',
  destinationApprovedAt: 'Destino aprovado em',
  never: 'Nunca',
  unknown: 'Não registrado',
  of: (name: string) => `de ${name}`,
  erased: 'Apagada',
  reasons: {
    ABOVE_LIMIT: 'Acima do limite',
    ABOVE_SECOND_LIMIT: 'Acima do 2º limite',
    NEW_DESTINATION: 'Destino novo',
    STOPPED: 'Parado antes do envio',
  },
  risk: {
    SELLER_BLOCKED: 'Vendedor bloqueado',
    FIRST_PAYOUT: 'Primeiro saque do vendedor',
    YOUNG_DESTINATION: 'Destino aprovado há menos de 3 dias',
    OTHER_HOLDER: 'O destino é de outra pessoa ou empresa',
    EMPTIES_ACCOUNT: 'Não deixa nada disponível',
  },
  noRisks: 'Nenhum',
  done: (count: number, needed: number) => `${count} de ${needed}`,
  by: (names: string) => `por ${names}`,
  someone: 'pessoa apagada',
  yours: 'Você já aprovou. Falta outra pessoa.',
  needsTwo: 'Duas pessoas diferentes precisam aprovar.',
  inAnalysis: {
    by: (who: string, since: string) => `Em análise por ${who} desde ${since}`,
    byYou: (since: string) => `Em análise por você desde ${since}`,
    begin: 'Analisar',
    takeOver: 'Assumir análise',
    leave: 'Deixar análise',
  },
  toSeller: 'Ver cadastro do vendedor',
  gone: 'Este saque não está nesta página da fila: alguém já decidiu, ou ele está em outra página.',
  select: (who: string) => `Selecionar ${who}`,
  selectAll: 'Selecionar todos desta página',
  selected: (count: number, sum: string) =>
    `${plural(count, 'saque selecionado', 'saques selecionados')}: ${sum}`,
  clear: 'Limpar seleção',
  approveSelected: (count: number) => `Aprovar ${plural(count, 'saque', 'saques')}`,
  approve: 'Aprovar',
  refuse: 'Recusar',
  next: 'Próximo (j)',
  previous: 'Anterior (k)',
  keys: 'Teclas: j e k passam de um ao outro, a aprova, r recusa, x seleciona, e analisa.',
  confirm: {
    title: (count: number) => `Aprovar ${plural(count, 'saque', 'saques')}?`,
    text: (sum: string) =>
      `${sum} saem para os destinos assim que houver aprovações bastantes. Não dá para voltar atrás.`,
    missing: (count: number) =>
      count === 1
        ? 'Um deles ainda vai esperar outra pessoa.'
        : `${count} deles ainda vão esperar outra pessoa.`,
    submit: (sum: string) => `Aprovar ${sum}`,
    running: (nth: number, count: number) => `Aprovando ${nth} de ${count}`,
    stop: 'Parar depois deste',
    doneTitle: 'O que aconteceu com cada um',
    sent: 'Aprovado: segue para o destino',
    waits: 'Aprovado: falta outra pessoa',
    notTried: 'Não aprovado: não foi tentado',
    summary: (approved: number, count: number) => `${approved} de ${count} aprovados.`,
    close: 'Fechar',
    approvedOne: 'Saque aprovado',
    waitsOne: 'Aprovado por você. Falta outra pessoa.',
  },
  refusal: {
    title: (who: string) => `Recusar o saque de ${who}`,
    text: 'O dinheiro volta na hora para o saldo do vendedor, que lê o motivo. Não escreva nome, e-mail, documento ou telefone.',
    label: 'Motivo da recusa',
    submit: 'Recusar saque',
    short: 'Escreva o motivo com pelo menos 3 letras.',
    done: 'Saque recusado',
  },
};

export type PayoutRequestsTexts = typeof payoutRequests;
