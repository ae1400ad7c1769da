import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { mailLine, mailSettings, mailStatus } from './mail.ts';
import { mutation, page, paging, position, query } from './procedure.ts';

/** What the platforms of an installation share; shown to its masters. */

/** One generation of a read model. */
const readModel = z.strictObject({
  name: z.string(),
  generation: z.int(),
  version: z.int(),
  status: z.enum(['live', 'degraded', 'rebuilding', 'ready', 'returning', 'retired']),
  /** How many events it is behind the log, counted up to 10,000. */
  lag: z.int(),
  /** Tables and indexes on disk. */
  bytes: z.int(),
  /** The failure that stopped the read model; null while it runs. */
  failure: z.string().nullable(),
});

const seals = z.strictObject({
  /** Number of the last seal; null before the first. */
  last: z.int().nullable(),
  /** How many events no seal covers yet, counted up to 10,000. `waitingSeconds`: the age of the oldest of them. */
  waiting: z.int(),
  waitingSeconds: z.int(),
});

export const installationContract = {
  'master.getInstallation': query(
    'The state of the read models and of the seals over the log, which all platforms share',
    z.strictObject({ after: paging.after }),
    z.strictObject({ readModels: z.array(readModel), seals, position }),
  ),
  'master.getMail': query(
    'Where the mails of the product go, and where the mail server posts what comes back',
    z.strictObject({}),
    mailSettings.extend({
      /** Secret address for the mail server's reports about undelivered mails. */
      reports: z.string().nullable(),
    }),
  ),
  'master.listMails': query(
    'The mails to masters, and the invitations of administrators at all platforms, the newest first',
    z.strictObject({ ...paging, status: mailStatus.optional() }),
    page(mailLine),
  ),
  'master.releaseMailbox': mutation(
    'Has mails sent again to the mailbox of a master that this mail found gone',
    z.strictObject({ mailId: aggregateId }),
    z.strictObject({ position }),
  ),
};

export type Installation = z.output<
  (typeof installationContract)['master.getInstallation']['output']
>;
