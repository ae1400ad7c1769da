/** A file of its own: few users load it. */
export const detailsMeanwhile = {
  title: {
    editor: 'Os dados mudaram enquanto você editava.',
    reviewer: 'O vendedor mudou os dados enquanto você conferia.',
  },
  text: {
    editor:
      'O que você mudou continua no formulário, ainda não salvo; o resto é o que está registrado.',
    reviewer: 'Nada foi enviado ao adquirente. Confira os dados de agora antes de cadastrar.',
  },
  changed: { place: 'Campo', before: 'Antes', after: 'Agora' },
  empty: 'vazio',
};

export type DetailsMeanwhileTexts = typeof detailsMeanwhile;
