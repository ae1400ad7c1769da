import type { ProcedureName } from '#/api/contract/contract.ts';

type MasterName = Extract<ProcedureName, `master.${string}`>;

/** The part of the access table about masters. */
export const masterAccess: { readonly [Name in MasterName]: 'master' } = {
  'master.listPlatforms': 'master',
  'master.getPlatform': 'master',
  'master.createPlatform': 'master',
  'master.renamePlatform': 'master',
  'master.blockPlatform': 'master',
  'master.restorePlatform': 'master',
  'master.getPlatformSetup': 'master',
  'master.listPlatformChanges': 'master',
  'master.getSimulatedMoney': 'master',
  'master.writeOffSimulatedMoney': 'master',
  'master.revisePlatformSetup': 'master',
  'master.setPlatformLimits': 'master',
  'master.setPlatformReceiver': 'master',
  'master.setPlatformCertificate': 'master',
  'master.removePlatformCertificate': 'master',
  'master.getSigningKeys': 'master',
  'master.rotateSigningKey': 'master',
  'master.listAdministrators': 'master',
  'master.searchAdministrators': 'master',
  'master.inviteAdministrator': 'master',
  'master.inviteAdministratorAgain': 'master',
  'master.blockAdministrator': 'master',
  'master.restoreAdministrator': 'master',
  'master.listMasters': 'master',
  'master.blockMaster': 'master',
  'master.restoreMaster': 'master',
  'master.listSessionLog': 'master',
  'master.getInstallation': 'master',
  'master.getMail': 'master',
  'master.listMails': 'master',
  'master.releaseMailbox': 'master',
};
