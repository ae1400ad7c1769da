import type { Ports } from '#/domain/workflows/reaction.ts';

const TAG_LENGTH = 32;

/**
 * Returns the part of a mail's Message-ID before the @: the mail's id, and a tag of 128 bits that only the mail and its envelope show.
 * Staff see the ids of mails, and anyone may write to the sender's address: without the tag, staff could report any mail as undelivered.
 * All is in lower case, because mail servers may change the case, and reports are read in lower case.
 */
export const messageIdsOf =
  ({ digest }: Pick<Ports, 'digest'>) =>
  (mailId: string): string => {
    const tag = Buffer.from(digest(`mail ${mailId}`), 'base64url').toString('hex');
    return `${mailId}.${tag.slice(0, TAG_LENGTH)}`;
  };
