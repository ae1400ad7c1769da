import { Router, type Request, type Response } from 'express';
import type { Services } from '#/api/composition/api-services.ts';
import { Rejected } from '#/api/http/problem.ts';
import { readBody } from '#/api/http/request-body.ts';
import { isSameText } from '#/api/http/same-text.ts';
import type { Ports } from '#/domain/workflows/reaction.ts';
import { recordBounce } from './record-bounce.ts';

/** More than a report with our mail usually has. */
export const MAXIMUM_REPORT_BYTES = 128_000;

const PATH = '/api/mail-reports';

const secretOf = (secretName: Ports['secretName']): string => secretName('mail reports');

/** The URL for reports of undelivered mails. It has a secret, so that strangers cannot send us texts to parse. */
export const reportAddress = (
  publicUrl: string,
  { secretName }: Pick<Ports, 'secretName'>,
): string => `${publicUrl}${PATH}/${secretOf(secretName)}`;

/** `POST /api/mail-reports/<secret>`: a message (RFC 5322), whatever its declared type. */
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
