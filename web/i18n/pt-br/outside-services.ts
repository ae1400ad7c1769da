/** A file of its own: few users load it. */
export const services = {
  title: 'Outros serviços',
  note: 'O que a instalação usa além de adquirentes e e-mail. Quem a opera escolhe quais são; aqui se vê se respondem.',
  storage: 'Arquivos',
  kinds: { folder: 'Pasta do servidor', s3: 'Serviço S3' },
  testStorage: 'Testar arquivos',
  storageOutcomes: {
    answered: 'Um arquivo foi guardado, lido e apagado',
    damaged: 'O arquivo lido não é o que foi guardado: chame quem opera a instalação.',
    unavailable: 'Nada pôde ser guardado: chame quem opera a instalação.',
  },
  postalCode: 'CEP',
  cep: 'CEP para o teste',
  testPostalCode: 'Consultar CEP',
  notCep: 'Um CEP tem 8 dígitos.',
  unknown: 'O serviço responde, e não conhece este CEP.',
  unavailable: 'O serviço não respondeu. No checkout, quem compra digita o endereço.',
  working: (at: string) => `respondeu em ${at}`,
  failing: (at: string) => `falhou em ${at}`,
  unused: 'ainda sem uso desde que o servidor iniciou',
  took: (text: string, milliseconds: number) => `${text} em ${milliseconds} ms`,
};

export type ServicesTexts = typeof services;
