/** Texts of the review of receivers by staff. */
export const receiverReview = {
  reviews: {
    INCOMPLETE: 'Incompletos',
    WAITING: 'Em análise',
    REJECTED: 'Recusados',
    APPROVED: 'Aprovados',
  },
  back: 'Voltar à lista',
  viewer: {
    title: 'Visualização',
    pane: (number: number) => `Arquivo ${number}`,
    nothing: 'Escolha um arquivo enviado.',
    unavailable: 'O arquivo não pôde ser lido agora.',
    openPdf: 'Abrir PDF em outra aba',
    zoomIn: 'Aumentar',
    zoomOut: 'Diminuir',
    rotate: 'Girar',
    picture: (kind: string) => `${kind}, como enviado`,
  },
  checklist: 'Conferência',
  approve: 'Aprovar',
  approved: 'Arquivo aprovado',
  reject: 'Recusar',
  rejectTitle: (kind: string) => `Recusar: ${kind}`,
  rejectText: 'O vendedor lê o motivo. Não escreva nome, e-mail, documento ou telefone.',
  rejected: 'Arquivo recusado',
  reasonShort: 'Escreva o motivo com pelo menos 3 letras.',
  noDetails: 'O vendedor ainda não preencheu os dados.',
  register: (acquirer: string) => `Cadastrar em ${acquirer}`,
  registerAsked: 'Cadastro pedido ao adquirente',
  readBack: 'Consultar agora',
  readBackDone: 'Adquirente consultado',
  registerNotAllowed:
    'Cadastrar no adquirente pede também a permissão de validar contas bancárias.',
  noAcquirers: 'Nenhum adquirente desta plataforma cadastra recebedores.',
  waits: 'Não se sabe como este cadastro terminou: duas pessoas decidem.',
  seeCase: 'Ver o caso',
  providerReceiverId: 'Identificador',
};

export type ReceiverReviewTexts = typeof receiverReview;
