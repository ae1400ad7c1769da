import { permissionFlags, type PermissionFlag } from '#/domain/staff/permissions.ts';

interface FlagSet<Name extends string> {
  readonly name: Name;
  readonly flags: readonly PermissionFlag[];
}

type GroupName = 'overview' | 'sales' | 'sellers' | 'money' | 'settings' | 'actions';

/** All flags, by heading, in the order of the page. */
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

/**
 * The flags that a page or an action needs today; the others have no page yet (people.10). A test compares them
 * with the flags that the server's procedures require.
 */
export const gatingFlags: readonly PermissionFlag[] = [
  'isDashboardAvailable',
  'isFunctionariesAvailable',
  'isSalesAvailable',
  'isUsersAvailable',
  'isManagersAvailable',
  'isWithdrawsManagerAvailable',
  'isWithdrawsAvailable',
  'isWithdrawsRequestUsersAvailable',
  'isValidateDocumentsAvailable',
  'isValidateBankAccountsAvailable',
  'isConfigAvailable',
  'isExportUsersAvailable',
  'isUserAdvancedOptionsAvailable',
  'isUserDocumentsAvailable',
  'isUsersLoginAvailable',
];

export type Preset = FlagSet<'support' | 'finance' | 'documents' | 'readOnly'>;

/** The flags that common kinds of work need, for the pages that exist. */
export const presets: readonly Preset[] = [
  { name: 'support', flags: ['isSalesAvailable', 'isUserDocumentsAvailable'] },
  {
    name: 'finance',
    flags: [
      'isDashboardAvailable',
      'isSalesAvailable',
      'isWithdrawsManagerAvailable',
      'isUserAdvancedOptionsAvailable',
    ],
  },
  {
    name: 'documents',
    flags: ['isValidateDocumentsAvailable', 'isValidateBankAccountsAvailable'],
  },
  { name: 'readOnly', flags: ['isDashboardAvailable', 'isSalesAvailable'] },
];

type Flags = readonly PermissionFlag[];
type MayGive = (flag: PermissionFlag) => boolean;

/** Returns the wanted flags, except that flags which the user may not give stay as before. */
export const chooseOver = (before: Flags, wanted: Flags, mayGive: MayGive): Flags =>
  permissionFlags.filter((flag) => (mayGive(flag) ? wanted : before).includes(flag));

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
