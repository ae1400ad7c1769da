/** A file of its own: few users load it. */
export const routesMeanwhile = {
  title: 'As rotas mudaram enquanto você editava.',
  text: 'O que você mudou continua na página, ainda não salvo; o resto é o que está registrado.',
  changed: { place: 'Rota', before: 'Antes', after: 'Agora' },
};

export type RoutesMeanwhileTexts = typeof routesMeanwhile;
