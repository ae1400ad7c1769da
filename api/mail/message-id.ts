import type { Ports } from '#/domain/workflows/reaction.ts';

const TAG_LENGTH = 32;

/**
 * The part of a Message-ID before the @: the mail's id and a secret tag. Without the tag, staff could report any mail as undelivered. In
 * lower case, as mail servers may change it.
 */
export const messageIdsOf =
  ({ digest }: Pick<Ports, 'digest'>) =>
  (mailId: string): string => {
    const tag = Buffer.from(digest(`mail ${mailId}`), 'base64url').toString('hex');
    return `${mailId}.${tag.slice(0, TAG_LENGTH)}`;
  };
