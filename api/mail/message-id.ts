import type { Ports } from '#/domain/workflows/reaction.ts';

const TAG_LENGTH = 32;

/**
 * Returns the Message-ID of a mail before the @: the mail's id, and a tag of 128 bits that is in the mail alone. Staff see the ids
 * of mails, and anyone may write to the sender's address: without the tag, staff could report any mail as undelivered. All in
 * lower case: mail servers may change the case, so reports are read in lower case.
 */
export const messageIdsOf =
  ({ digest }: Pick<Ports, 'digest'>) =>
  (mailId: string): string => {
    const tag = Buffer.from(digest(`mail ${mailId}`), 'base64url').toString('hex');
    return `${mailId}.${tag.slice(0, TAG_LENGTH)}`;
  };
