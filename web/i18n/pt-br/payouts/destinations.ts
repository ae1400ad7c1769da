export const destinations = {
  title: 'Destinos',
  note: 'Chaves PIX em que você recebe seus saques.',
  add: 'Adicionar chave',
  emptyTitle: 'Nenhuma chave PIX ainda',
  emptyText:
    'O seu CPF ou CNPJ vale na hora. Outras chaves a equipe confere antes do primeiro saque.',
  statuses: {
    WAITING: 'Em análise',
    APPROVED: 'Aprovada',
    REFUSED: 'Recusada',
    SUSPENDED: 'Suspensa',
    REMOVED: 'Removida',
  },
  waiting: 'A equipe confere esta chave antes do primeiro saque.',
  suspended:
    'Um saque para esta chave voltou, ou a conta dela é de outra pessoa. Ela só vale de novo depois que a equipe conferir.',
  refused: (reason: string) => `Motivo: ${reason}`,
  erased: 'Chave apagada',
  of: (name: string) => `de ${name}`,
  declaredAt: (at: string) => `Informada em ${at}`,
  again: 'Informar de novo',
  remove: {
    button: 'Remover',
    title: (key: string) => `Remover ${key}?`,
    text: 'Nenhum saque vai mais para esta chave. Saques já pedidos seguem como estão. Você pode informar a chave de novo quando quiser.',
    submit: 'Remover chave',
    done: 'Chave removida',
  },
  form: {
    title: 'Onde você quer receber',
    text: 'Informe uma chave PIX sua, ou a de outra pessoa ou empresa.',
    ownKey: { CPF: 'Usar meu CPF', CNPJ: 'Usar meu CNPJ' },
    ownKeyText: (document: string) => `${document}: é sua por certo, e vale na hora.`,
    or: 'Outra chave',
    key: 'Chave PIX',
    keyHint: 'CPF, CNPJ, e-mail, telefone ou chave aleatória.',
    isOther: 'A chave é de outra pessoa ou empresa',
    isOtherText: 'A equipe vê o nome e o documento do titular e decide.',
    name: 'Nome do titular',
    document: 'CPF ou CNPJ do titular',
    submit: 'Informar chave',
    back: 'Voltar ao saque',
    approved: 'Chave pronta para receber saques',
    waitingTitle: 'A equipe vai conferir esta chave',
    waitingText:
      'Você vê aqui e em Destinos quando ela for aprovada. Por segurança, os seus saques ficam parados por 24 horas depois de uma chave nova.',
    understood: 'Entendi',
  },
  errors: {
    keyMissing: 'Informe a chave PIX.',
    keyUnknown: 'Isto não é uma chave PIX.',
    keyCpf: 'CPF inválido',
    keyCnpj: 'CNPJ inválido',
    keyOfOther:
      'Este CPF ou CNPJ não é o seu: marque que a chave é de outra pessoa ou empresa e diga de quem.',
    nameMissing: 'Informe o nome do titular.',
    documentWrong: 'CPF ou CNPJ inválido',
    documentOfOther: 'A chave é um CPF ou CNPJ: o documento do titular é o mesmo.',
  },
};

export type DestinationsTexts = typeof destinations;
