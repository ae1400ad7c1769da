import type { RoutesMeanwhileTexts } from '#/web/i18n/pt-br/routes-meanwhile.ts';

export const routesMeanwhile: RoutesMeanwhileTexts = {
  title: 'The routes changed while you edited them.',
  text: 'What you changed stays on the page and is not saved yet; the rest follows what is on record.',
  changed: { place: 'Route', before: 'Before', after: 'Now' },
};
