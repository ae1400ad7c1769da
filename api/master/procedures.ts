import type { ProceduresOf } from '#/api/http/procedure.ts';
import {
  blockPlatform,
  createPlatform,
  renamePlatform,
  requirePlatform,
  restorePlatform,
} from '#/api/platforms/master/change-platform.ts';
import { listAdministrators, searchAdministrators } from '#/api/platforms/master/administrators.ts';
import {
  blockAdministrator,
  requireAdministrator,
  restoreAdministrator,
} from '#/api/platforms/master/change-administrator.ts';
import {
  blockMaster,
  requireKnownMaster,
  restoreMaster,
} from '#/api/platforms/master/change-master.ts';
import { installationProcedures } from './installation.ts';
import {
  inviteAdministrator,
  inviteAdministratorAgain,
} from '#/api/platforms/master/invite-administrator.ts';
import { getPlatform, listPlatforms } from '#/api/platforms/master/list-platforms.ts';
import { listMasters } from '#/api/platforms/master/masters.ts';
import { endSession, listOpenSessions } from '#/api/platforms/master/open-sessions.ts';
import { listSessionLog } from '#/api/platforms/master/session-log.ts';
import {
  getPlatformSetup,
  removePlatformCertificate,
  revisePlatformSetup,
  setPlatformCertificate,
  setPlatformLimits,
  setPlatformReceiver,
} from '#/api/platforms/master/setup.ts';
import {
  getSimulatedMoney,
  writeOffSimulatedMoney,
} from '#/api/platforms/master/simulated-money.ts';
import { listPlatformChanges } from '#/api/platforms/master/setup-history.ts';
import { getSigningKeys, rotateSigningKey } from '#/api/platforms/master/signing-key.ts';

export const masterProcedures: ProceduresOf<'master'> = {
  ...installationProcedures,

  'master.listPlatforms': (input, { services }) => listPlatforms(services, input),

  'master.getPlatform': (input, { services }) => getPlatform(services, input),

  'master.createPlatform': async (input, { once, services: { core } }) => ({
    position: await once((by) => createPlatform(core, input, by)),
  }),

  'master.renamePlatform': async (input, { once, services: { core } }) => {
    await requirePlatform(core, input.platformId);
    return { position: await once((by) => renamePlatform(core, input, by)) };
  },

  'master.blockPlatform': async (input, { once, services }) => {
    await requirePlatform(services.core, input.platformId);
    return { position: await once((by) => blockPlatform(services, input, by)) };
  },

  'master.restorePlatform': async (input, { once, services }) => {
    await requirePlatform(services.core, input.platformId);
    return { position: await once((by) => restorePlatform(services, input, by)) };
  },

  'master.getPlatformSetup': (input, { services }) => getPlatformSetup(services, input),

  'master.listPlatformChanges': (input, { services }) => listPlatformChanges(services, input),

  'master.revisePlatformSetup': async (input, { once, services }) => {
    await requirePlatform(services.core, input.platformId);
    return { position: await once((by) => revisePlatformSetup(services, input, by)) };
  },

  'master.getSimulatedMoney': (input, { services }) => getSimulatedMoney(services, input),

  'master.writeOffSimulatedMoney': async (input, { once, services }) => {
    await requirePlatform(services.core, input.platformId);
    return { position: await once((by) => writeOffSimulatedMoney(services, input, by)) };
  },

  'master.setPlatformLimits': async (input, { once, services: { core } }) => {
    await requirePlatform(core, input.platformId);
    return { position: await once((by) => setPlatformLimits(core, input, by)) };
  },

  'master.setPlatformReceiver': async (input, { once, services: { core } }) => {
    await requirePlatform(core, input.platformId);
    return { position: await once((by) => setPlatformReceiver(core, input, by)) };
  },

  'master.setPlatformCertificate': async (input, { once, services }) => {
    await requirePlatform(services.core, input.platformId);
    return { position: await once((by) => setPlatformCertificate(services, input, by)) };
  },

  'master.removePlatformCertificate': async (input, { once, services: { core } }) => {
    await requirePlatform(core, input.platformId);
    return { position: await once((by) => removePlatformCertificate(core, input, by)) };
  },

  'master.listAdministrators': (input, { services }) => listAdministrators(services, input),

  'master.searchAdministrators': (input, { services }) => searchAdministrators(services, input),

  'master.inviteAdministrator': async (input, { caller, language, once, services }) => {
    await requirePlatform(services.core, input.platformId);
    return once((by) => inviteAdministrator(services, input, { caller, language, by }));
  },

  'master.inviteAdministratorAgain': async ({ staffId }, { caller, language, once, services }) => {
    await requireAdministrator(services, staffId);
    return once((by) => inviteAdministratorAgain(services, staffId, { caller, language, by }));
  },

  'master.blockAdministrator': async (input, { once, services }) => {
    await requireAdministrator(services, input.staffId);
    return { position: await once((by) => blockAdministrator(services, input, by)) };
  },

  'master.restoreAdministrator': async (input, { once, services }) => {
    await requireAdministrator(services, input.staffId);
    return { position: await once((by) => restoreAdministrator(services, input, by)) };
  },

  'master.listMasters': (input, { caller, services }) => listMasters(services, caller, input),

  'master.blockMaster': async (input, { caller, once, services }) => {
    await requireKnownMaster(services, input.masterId);
    return { position: await once((by) => blockMaster(services, input, { caller, by })) };
  },

  'master.restoreMaster': async (input, { caller, once, services }) => {
    await requireKnownMaster(services, input.masterId);
    return { position: await once((by) => restoreMaster(services, input, { caller, by })) };
  },

  'master.getSigningKeys': async (input, { services: { core } }) => {
    await requirePlatform(core, input.platformId);
    return getSigningKeys(core, input);
  },

  'master.rotateSigningKey': async (input, { once, services: { core } }) => {
    await requirePlatform(core, input.platformId);
    return { position: await once((by) => rotateSigningKey(core, input, by)) };
  },

  'master.listSessionLog': (input, { services }) => listSessionLog(services, input),

  'master.listOpenSessions': async (person, { services, cookies }) => ({
    sessions: await listOpenSessions(services, person, cookies),
  }),

  'master.endSession': async (input, { caller, services, cookies }) => {
    await endSession(services, input, { actor: caller.actor, cookies });
    return {};
  },
};
