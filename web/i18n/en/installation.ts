import { pluralIn } from '#/web/i18n/plural.ts';
import type { InstallationTexts } from '#/web/i18n/pt-br/installation.ts';

const plural = pluralIn('en');

export const installation: InstallationTexts = {
  title: 'Installation',
  note: 'What all platforms share. Deriving a read model again, or another key for seals, is done at the server: npm run rebuild, npm run rotate-seal-key.',
  readModels: 'Read models',
  readModelsNote: 'Tables derived from the log; all lists come from them.',
  statuses: {
    live: 'In use',
    degraded: 'Stopped',
    rebuilding: 'Being rebuilt',
    ready: 'Ready',
    returning: 'Returning',
    retired: 'Former',
  },
  version: (version, generation) => `version ${version}, generation ${generation}`,
  behind: (events) => (events === 0 ? 'up to date' : `${plural(events, 'event', 'events')} behind`),
  none: 'No read model yet: the first start makes them.',
  seals: 'Seals',
  sealsNote: 'Each seal signs all events up to it: what changes later is seen.',
  last: 'Last seal',
  noSeal: 'none yet',
  waiting: 'Events without a seal',
  oldest: 'The oldest has waited',
  seconds: (count) => plural(count, 'second', 'seconds'),
};
