export const LANGUAGES = ['pt', 'en'] as const;

export type Texts = Readonly<Record<(typeof LANGUAGES)[number], string>>;

export interface Screen {
  readonly path: string;
  readonly area: 'admin' | 'master' | 'manager';
  /** The text that the page shows when it has no data. */
  readonly empty: Texts;
  /** A URL that shows no data, if `path` shows some even on an empty platform: its first administrator, for example. */
  readonly emptyAt?: string;
  /** The tab to open, if the text is not on the first one. */
  readonly tab?: Texts;
}

interface Door {
  readonly path: string;
  /** The text when the form is sent without input. */
  readonly empty: Texts;
  /** The text of a refusal, at `forbiddenAt` or else at `path`. */
  readonly forbidden: Texts;
  readonly forbiddenAt?: string;
}

const FILTERED: Texts = { pt: 'Nada com esses filtros', en: 'Nothing matches these filters' };
const EMPTY_PORTFOLIO: Texts = { pt: 'Sua carteira está vazia', en: 'Your portfolio is empty' };
const WRONG: Texts = { pt: 'E-mail ou senha incorretos.', en: 'Wrong e-mail or password.' };
const NO_EMAIL: Texts = { pt: 'Informe o e-mail.', en: 'Enter your e-mail.' };

/** `{bare}` stands for a platform without people. */
export const SCREENS: readonly Screen[] = [
  {
    path: '/admin-root/manage-users',
    area: 'admin',
    empty: { pt: 'Ninguém vende ainda', en: 'No one sells yet' },
  },
  {
    path: '/admin-root/manage-functionaries',
    area: 'admin',
    empty: { pt: 'Ainda não há funcionários', en: 'No staff members yet' },
  },
  {
    path: '/admin-root/manage-managers',
    area: 'admin',
    empty: { pt: 'Ninguém gerencia vendedores ainda', en: 'No one looks after sellers yet' },
  },
  {
    path: '/admin-root/manage-withdraws',
    area: 'admin',
    empty: { pt: 'Nenhum saque espera', en: 'No withdrawal waits' },
  },
  {
    path: '/admin-root/paid-withdrawals',
    area: 'admin',
    empty: { pt: 'Nenhum saque pago', en: 'No withdrawal was paid' },
  },
  {
    path: '/admin-root/manage-bank-accounts',
    area: 'admin',
    empty: { pt: 'Nenhum destino espera', en: 'No destination waits' },
  },
  {
    path: '/admin-root/platform-settings',
    area: 'admin',
    empty: { pt: 'Nenhuma mudança ainda', en: 'No changes yet' },
    tab: { pt: 'Histórico', en: 'History' },
  },
  {
    path: '/admin-root/integrations',
    area: 'admin',
    emptyAt: '/admin-root/integrations?status=FAILED',
    empty: FILTERED,
  },
  {
    path: '/master-root/platforms',
    area: 'master',
    emptyAt: '/master-root/platforms?state=BLOCKED',
    empty: { pt: 'Nenhuma plataforma bloqueada', en: 'No platform is blocked' },
  },
  {
    path: '/master-root/platforms/{bare}',
    area: 'master',
    empty: {
      pt: 'Ninguém administra esta plataforma ainda',
      en: 'No one administers this platform yet',
    },
  },
  {
    path: '/master-root/administrators',
    area: 'master',
    emptyAt: '/master-root/administrators?platformId={bare}',
    empty: {
      pt: 'Ninguém administra esta plataforma ainda',
      en: 'No one administers this platform yet',
    },
  },
  {
    path: '/master-root/session-logs',
    area: 'master',
    emptyAt: '/master-root/session-logs?from=2020-01-01&to=2020-01-02',
    empty: FILTERED,
  },
  { path: '/manager-root/dashboard', area: 'manager', empty: EMPTY_PORTFOLIO },
  { path: '/manager-root/manager-users', area: 'manager', empty: EMPTY_PORTFOLIO },
];

export const DOORS: readonly Door[] = [
  {
    path: '/register?platform=demo',
    empty: { pt: 'Informe um e-mail válido.', en: 'Enter a valid e-mail address.' },
    forbiddenAt: '/register?platform=nothing-here',
    forbidden: { pt: 'Cadastro fechado', en: 'Registration closed' },
  },
  {
    path: '/recover-password',
    empty: { pt: 'Informe um e-mail válido.', en: 'Enter a valid e-mail.' },
    // An address that no one has gets the usual answer.
    forbidden: {
      pt: 'Se este e-mail entra em uma conta',
      en: 'If this e-mail signs in to an account',
    },
  },
  { path: '/master-root-login', empty: NO_EMAIL, forbidden: WRONG },
  { path: '/manager-login', empty: NO_EMAIL, forbidden: WRONG },
];
