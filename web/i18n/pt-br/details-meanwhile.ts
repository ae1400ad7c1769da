/** Texts of the notice that a seller's details were changed elsewhere while they were edited; few users see it. */
export const detailsMeanwhile = {
  title: 'Os dados mudaram enquanto você editava.',
  text: 'O que você mudou continua no formulário e ainda não foi salvo; o resto acompanha o que está registrado.',
  changed: { place: 'Campo', before: 'Antes', after: 'Agora' },
  empty: 'vazio',
};

export type DetailsMeanwhileTexts = typeof detailsMeanwhile;
