import { Router, type Request, type Response } from 'express';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readBody } from '#/api/http/request-body.ts';
import { isSameText } from '#/api/http/same-text.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { recordBounce } from './record-bounce.ts';

/**
 * A report usually contains an explanation, its fields and our mail, together far fewer bytes than this. Reading more would delay other
 * requests.
 */
export const MAXIMUM_REPORT_BYTES = 128_000;

const PATH = '/api/mail-reports';

const secretOf = (secretName: Ports['secretName']): string => secretName('mail reports');

/**
 * Returns the address to which reports of undelivered mails are posted. The secret in it keeps strangers from making us parse texts. A
 * report is believed only for its Message-ID (`message-id.ts`), because whatever is mailed to the sender's address is posted here.
 */
export const reportAddress = (
  publicUrl: string,
  { secretName }: Pick<Ports, 'secretName'>,
): string => `${publicUrl}${PATH}/${secretOf(secretName)}`;

/** `POST /api/mail-reports/<secret>`: a message that arrived at the sender's address (RFC 5322), whatever its declared type. */
export const reportRoutes = ({ core, mail }: Pick<Services, 'core' | 'mail'>): Router => {
  const receive = async (request: Request, response: Response): Promise<void> => {
    const { secret } = request.params;
    if (!isSameText(String(secret), secretOf(core.ports.secretName)))
      throw new Rejected('request/unknown-procedure');
    const bounce = await mail.readBounce(await readBody(request, MAXIMUM_REPORT_BYTES));
    const isRecorded = bounce !== undefined && (await recordBounce(core, bounce));
    response.json({ received: isRecorded ? 'recorded' : 'ignored' });
  };
  const router = Router();
  router.post('/:secret', receive);
  return router;
};
