export const schedule = {
  title: 'Saque automático',
  note: 'O que estiver disponível vai para a sua chave PIX, sem você pedir.',
  emptyTitle: 'Desligado',
  emptyText:
    'Escolha os dias, a partir de que valor e para qual chave PIX. Até lá você pede cada saque.',
  setUp: 'Configurar saque automático',
  change: 'Mudar',
  every: {
    DAY: 'Todo dia útil',
    /** From Monday on. */
    WEEK: [
      'Toda segunda-feira',
      'Toda terça-feira',
      'Toda quarta-feira',
      'Toda quinta-feira',
      'Toda sexta-feira',
      'Todo sábado',
      'Todo domingo',
    ],
    MONTH: (day: number) => `Todo dia ${day} do mês`,
  },
  sentence: (every: string, minimum: string, key: string) =>
    `${every}, a partir de ${minimum}, para ${key}`,
  keys: {
    CPF: 'a chave CPF',
    CNPJ: 'a chave CNPJ',
    EMAIL: 'a chave e-mail',
    PHONE: 'a chave telefone',
    RANDOM: 'a chave aleatória',
  },
  of: (name: string) => `de ${name}`,
  erasedKey: 'uma chave apagada',
  removedKey: 'uma chave removida',
  next: (day: string, hour: number) => `Próximo saque: ${day}, a partir das ${hour}h`,
  rules:
    'Horário de Brasília. Sai tudo o que estiver disponível, com a mesma tarifa, os mesmos limites e a mesma aprovação dos saques que você pede. Enquanto eles estiverem parados por segurança, este também fica.',
  refused: (day: string) => `O saque automático de ${day} foi recusado`,
  lostTitle: 'Nada é sacado por enquanto',
  /** By the PIX key's status. */
  lost: {
    WAITING: 'A equipe ainda confere esta chave. Espere a aprovação ou escolha outra chave.',
    REFUSED: 'A equipe recusou esta chave. Escolha outra.',
    SUSPENDED:
      'Esta chave está suspensa: um saque para ela voltou, ou a conta é de outra pessoa. Escolha outra ou espere a equipe conferir.',
    REMOVED: 'Esta chave foi removida. Escolha outra.',
  },
  form: {
    title: 'Saque automático',
    text: (hour: number) =>
      `O saque é pedido a partir das ${hour}h de cada dia escolhido. Se hoje for um deles e essa hora já tiver passado, o de hoje é pedido logo depois de salvar.`,
    unit: 'Quando',
    units: { DAY: 'Todo dia útil', WEEK: 'Um dia da semana', MONTH: 'Um dia do mês' },
    weekday: 'Dia da semana',
    day: 'Dia do mês',
    dayHint: 'De 1 a 28, os dias que todo mês tem.',
    minimum: 'A partir de',
    minimumHint: 'Com menos que isso disponível, fica para a próxima vez.',
    destination: 'Chave PIX',
    submit: 'Salvar saque automático',
    done: 'Saque automático salvo',
    noDestination: 'Antes é preciso uma chave PIX aprovada',
    noDestinationText:
      'Adicione uma em Destinos, nesta página. O seu próprio CPF ou CNPJ vale na hora.',
    meanwhile: 'O saque automático mudou enquanto você editava.',
    now: (sentence: string) => `Agora está assim: ${sentence}.`,
    nowOff: 'Agora está desligado.',
    kept: 'O que você escolheu continua aqui: salve de novo para trocar.',
  },
  errors: {
    dayWrong: 'Informe um dia de 1 a 28.',
    minimumMissing: 'Informe o valor.',
    destinationMissing: 'Escolha uma chave PIX.',
  },
  end: {
    button: 'Desligar',
    title: 'Desligar o saque automático?',
    text: 'Você volta a pedir cada saque. Um saque que já foi pedido segue como está.',
    submit: 'Desligar saque automático',
    done: 'Saque automático desligado',
  },
};

export type ScheduleTexts = typeof schedule;
