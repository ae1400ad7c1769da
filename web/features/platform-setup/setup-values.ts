import type { InputOf } from '#/api/contract/contract.ts';
import type { Purpose } from '#/domain/acquiring/route.ts';
import type { SetupNow } from './setup-queries.ts';

export const purposes = [
  'PIX',
  'CREDIT_CARD',
  'BILLET',
  'WITHDRAW',
] as const satisfies readonly Purpose[];

/** One checkbox per option, acquirer and use. */
export interface SetupValues {
  readonly isInProduction: boolean;
  readonly isShort: boolean;
  readonly hasAll: boolean;
  readonly providers: Readonly<Record<string, boolean>>;
  readonly methods: Readonly<Record<Purpose, boolean>>;
}

export const valuesOf = ({ setup, offered }: SetupNow): SetupValues => {
  const has = (method: Purpose): boolean => setup.methods?.includes(method) ?? true;
  return {
    isInProduction: setup.isInProduction,
    isShort: setup.wording === 'SHORT',
    hasAll: setup.providers === null,
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

/** A checkbox whose saved value changed. */
export type SetupDifference = { readonly isChecked: boolean } & (
  | { readonly name: 'isInProduction' | 'hasAll' | 'isShort' }
  | { readonly name: 'methods'; readonly of: Purpose }
  | { readonly name: 'providers'; readonly of: string }
);

const boxesOf = (values: SetupValues): readonly SetupDifference[] => [
  { name: 'isInProduction', isChecked: values.isInProduction },
  ...purposes.map((of) => ({ name: 'methods', of, isChecked: values.methods[of] }) as const),
  { name: 'hasAll', isChecked: values.hasAll },
  ...Object.entries(values.providers).map(
    ([of, isChecked]) => ({ name: 'providers', of, isChecked }) as const,
  ),
  { name: 'isShort', isChecked: values.isShort },
];

const keyOf = (box: SetupDifference): string => ('of' in box ? `${box.name} ${box.of}` : box.name);

/** In the order of the form. */
export const differencesBetween = (
  before: SetupValues,
  now: SetupValues,
): readonly SetupDifference[] => {
  const checked = new Map(boxesOf(before).map((box) => [keyOf(box), box.isChecked]));
  return boxesOf(now).filter((box) => checked.get(keyOf(box)) !== box.isChecked);
};

type Sent = Omit<InputOf<'master.revisePlatformSetup'>, 'platformId' | 'basedOn'>;

/** In the result, null means all acquirers or all purposes. Saved acquirers that this release lacks are kept. */
export const setupFrom = (
  { isInProduction, isShort, hasAll, providers, methods }: SetupValues,
  { setup, offered }: SetupNow,
): Sent => {
  const shown = new Set(offered.map(({ provider }) => provider));
  const others = setup.providers?.filter((provider) => !shown.has(provider)) ?? [];
  const chosen = [...shown].filter((provider) => providers[provider] === true);
  const uses = purposes.filter((purpose) => methods[purpose]);
  return {
    isInProduction,
    providers: hasAll ? null : [...others, ...chosen],
    methods: uses.length === purposes.length ? null : uses,
    wording: isShort ? 'SHORT' : 'STANDARD',
  };
};
