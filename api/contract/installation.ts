import { z } from 'zod';
import { aggregateId } from '#/domain/values/ids.ts';
import { mailLine, mailSettings, mailStatus } from './mail.ts';
import { mutation, page, paging, position, query } from './procedure.ts';

/** Shared by all platforms of an installation, and shown only to its masters: where mails go, read models, seals. */

/** One generation of a read model (`projections/engine/tables/tables.ts`). */
const readModel = z.strictObject({
  name: z.string(),
  generation: z.int(),
  version: z.int(),
  status: z.enum(['live', 'degraded', 'rebuilding', 'ready', 'returning', 'retired']),
  /** How many events the read model is behind the log, counted up to 10,000. */
  lag: z.int(),
  /** Size of its tables and indexes on disk, in bytes. */
  bytes: z.int(),
  /** The kind of failure that stopped the read model; null while it runs. */
  failure: z.string().nullable(),
});

const seals = z.strictObject({
  /** Number of the last seal; null before the first. */
  last: z.int().nullable(),
  /** Events that no seal covers yet, counted up to 10,000. `waitingSeconds`: how long the oldest of them has waited. */
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
      /** Secret address to which the mail server posts reports about undelivered mails; null where there is none. */
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
