import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';

interface FlagSet<Name extends string> {
  readonly name: Name;
  readonly flags: readonly PermissionFlag[];
}

type GroupName = 'overview' | 'sales' | 'sellers' | 'money' | 'settings' | 'actions';

/** By heading, in the order of the page. */
export const flagGroups: readonly FlagSet<GroupName>[] = [
  { name: 'overview', flags: ['isDashboardAvailable'] },
  { name: 'sales', flags: ['isSalesAvailable', 'isProductsAvailable', 'isChargesAvailable'] },
  {
    name: 'sellers',
    flags: [
      'isValidateDocumentsAvailable',
      'isValidateBankAccountsAvailable',
      'isUsersAvailable',
      'isManagersAvailable',
    ],
  },
  {
    name: 'money',
    flags: [
      'isWithdrawsManagerAvailable',
      'isWithdrawsAvailable',
      'isWithdrawsRequestUsersAvailable',
      'isWithdrawsRequestManagersAvailable',
      'isAntecipationsAvailable',
    ],
  },
  {
    name: 'settings',
    flags: ['isConfigAvailable', 'isFunctionariesAvailable', 'isNotificationsAvailable'],
  },
  {
    name: 'actions',
    flags: [
      'isUserAdvancedOptionsAvailable',
      'isUserDocumentsAvailable',
      'isExportUsersAvailable',
      'isUsersLoginAvailable',
    ],
  },
];

const presetNames = ['support', 'finance', 'documents', 'readOnly'] as const;

type PresetName = (typeof presetNames)[number];

export type Preset = FlagSet<PresetName>;

/** Null: no page or action needs the flag yet (people.10). Empty: the flag is too powerful for a preset. */
const presetsByFlag = {
  isDashboardAvailable: ['finance', 'readOnly'],
  isUsersAvailable: ['support', 'documents'],
  isFunctionariesAvailable: [],
  isManagersAvailable: [],
  isProductsAvailable: null,
  isSalesAvailable: ['support', 'finance', 'readOnly'],
  isWithdrawsAvailable: ['finance', 'readOnly'],
  isWithdrawsManagerAvailable: ['finance'],
  isAntecipationsAvailable: null,
  isValidateDocumentsAvailable: ['documents'],
  isValidateBankAccountsAvailable: ['documents'],
  isWithdrawsRequestUsersAvailable: ['finance'],
  isWithdrawsRequestManagersAvailable: null,
  isConfigAvailable: [],
  isNotificationsAvailable: null,
  isChargesAvailable: null,
  isUsersLoginAvailable: [],
  isExportUsersAvailable: [],
  isUserAdvancedOptionsAvailable: ['finance'],
  isUserDocumentsAvailable: ['support'],
} as const satisfies Record<PermissionFlag, readonly PresetName[] | null>;

const presetsWith = (flag: PermissionFlag): readonly PresetName[] => presetsByFlag[flag] ?? [];

/** The flags that a page or action needs. A test compares them with the flags that the server requires. */
export const gatingFlags: readonly PermissionFlag[] = permissionFlags.filter(
  (flag) => presetsByFlag[flag] !== null,
);

/** Flags of common kinds of work. */
export const presets: readonly Preset[] = presetNames.map((name) => ({
  name,
  flags: permissionFlags.filter((flag) => presetsWith(flag).includes(name)),
}));

type Flags = readonly PermissionFlag[];
type MayGive = (flag: PermissionFlag) => boolean;

/** Returns the chosen flags, but flags that the user may not give stay as before. */
export const chooseOver = (before: Flags, chosen: Flags, mayGive: MayGive): Flags =>
  permissionFlags.filter((flag) => (mayGive(flag) ? chosen : before).includes(flag));

export const withFlag = (flags: Flags, flag: PermissionFlag, isOn: boolean): Flags =>
  permissionFlags.filter((each) => (each === flag ? isOn : flags.includes(each)));

export const changesBetween = (
  before: Flags,
  after: Flags,
): { readonly given: Flags; readonly taken: Flags } => ({
  given: after.filter((flag) => !before.includes(flag)),
  taken: before.filter((flag) => !after.includes(flag)),
});

export const isSameFlags = (before: Flags, after: Flags): boolean => {
  const { given, taken } = changesBetween(before, after);
  return given.length === 0 && taken.length === 0;
};
