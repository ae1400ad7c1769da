import type { InputOf } from '#/api/contract/contract.ts';
import type { Purpose } from '#/domain/acquiring/route.ts';
import type { SavedSetup } from './setup-queries.ts';

export const purposes = [
  'PIX',
  'CREDIT_CARD',
  'BILLET',
  'WITHDRAW',
] as const satisfies readonly Purpose[];

/** One checkbox for each option, each acquirer and each purpose. `hasAllProviders`: also acquirers that are added later. */
export interface SetupValues {
  readonly isInProduction: boolean;
  readonly hasShortPixButton: boolean;
  readonly hasAllProviders: boolean;
  readonly providers: Readonly<Record<string, boolean>>;
  readonly methods: Readonly<Record<Purpose, boolean>>;
}

export const valuesOf = ({ setup, offered }: SavedSetup): SetupValues => {
  const has = (method: Purpose): boolean => setup.methods?.includes(method) ?? true;
  return {
    isInProduction: setup.isInProduction,
    hasShortPixButton: setup.wording === 'SHORT',
    hasAllProviders: setup.providers === null,
    providers: Object.fromEntries(
      offered.map(({ provider }) => [provider, setup.providers?.includes(provider) ?? false]),
    ),
    methods: {
      PIX: has('PIX'),
      CREDIT_CARD: has('CREDIT_CARD'),
      BILLET: has('BILLET'),
      WITHDRAW: has('WITHDRAW'),
    },
  };
};

/** A checkbox that was saved with another value meanwhile; `isChecked` is the new value. */
export type SetupDifference = { readonly isChecked: boolean } & (
  | { readonly path: 'isInProduction' | 'hasAllProviders' | 'hasShortPixButton' }
  | { readonly path: `methods.${Purpose}`; readonly purpose: Purpose }
  | { readonly path: `providers.${string}`; readonly provider: string }
);

const boxesOf = (values: SetupValues): readonly SetupDifference[] => [
  { path: 'isInProduction', isChecked: values.isInProduction },
  ...purposes.map(
    (purpose) =>
      ({ path: `methods.${purpose}`, purpose, isChecked: values.methods[purpose] }) as const,
  ),
  { path: 'hasAllProviders', isChecked: values.hasAllProviders },
  ...Object.entries(values.providers).map(
    ([provider, isChecked]) => ({ path: `providers.${provider}`, provider, isChecked }) as const,
  ),
  { path: 'hasShortPixButton', isChecked: values.hasShortPixButton },
];

/** In the order of the form. */
export const differencesBetween = (
  before: SetupValues,
  after: SetupValues,
): readonly SetupDifference[] => {
  const checked = new Map(boxesOf(before).map(({ path, isChecked }) => [path, isChecked]));
  return boxesOf(after).filter(({ path, isChecked }) => checked.get(path) !== isChecked);
};

type SetupInput = Omit<InputOf<'master.revisePlatformSetup'>, 'platformId' | 'basedOn'>;

/** In the result, null means all acquirers or all purposes. Saved acquirers that this release lacks stay saved. */
export const setupFrom = (
  { isInProduction, hasShortPixButton, hasAllProviders, providers, methods }: SetupValues,
  { setup, offered }: SavedSetup,
): SetupInput => {
  const offeredIds = new Set(offered.map(({ provider }) => provider));
  const others = setup.providers?.filter((provider) => !offeredIds.has(provider)) ?? [];
  const chosen = [...offeredIds].filter((provider) => providers[provider] === true);
  const allowed = purposes.filter((purpose) => methods[purpose]);
  return {
    isInProduction,
    providers: hasAllProviders ? null : [...others, ...chosen],
    methods: allowed.length === purposes.length ? null : allowed,
    wording: hasShortPixButton ? 'SHORT' : 'STANDARD',
  };
};
