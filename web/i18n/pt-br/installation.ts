import { pluralIn } from '#/web/i18n/plural.ts';

const plural = pluralIn('pt-BR');

/** What all platforms share; for masters. */
export const installation = {
  title: 'Instalação',
  note: 'O que todas as plataformas compartilham. Refazer um modelo de leitura ou trocar a chave dos selos é feito no servidor: npm run rebuild, npm run rotate-seal-key.',
  readModels: 'Modelos de leitura',
  readModelsNote: 'Tabelas derivadas do registro; toda lista vem delas.',
  statuses: {
    live: 'Em uso',
    degraded: 'Parado',
    rebuilding: 'Sendo refeito',
    ready: 'Pronto',
    returning: 'Voltando',
    retired: 'Anterior',
  },
  version: (version: number, generation: number) => `versão ${version}, geração ${generation}`,
  behind: (events: number) =>
    events === 0 ? 'em dia' : `atrás ${plural(events, 'evento', 'eventos')}`,
  none: 'Nenhum modelo de leitura ainda: o primeiro início os cria.',
  seals: 'Selos',
  sealsNote: 'Cada selo assina todos os eventos até ele: o que muda depois aparece.',
  last: 'Último selo',
  noSeal: 'nenhum ainda',
  waiting: 'Eventos sem selo',
  oldest: 'O mais antigo espera há',
  seconds: (count: number) => plural(count, 'segundo', 'segundos'),
};

export type InstallationTexts = typeof installation;
