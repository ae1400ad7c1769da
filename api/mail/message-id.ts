import type { Ports } from '#/domain/workflows/reaction.ts';

const TAG_LENGTH = 32;

/**
 * Returns a function that makes a mail's Message-ID: its id and a secret tag. Without the tag, staff could report any mail as undelivered.
 */
export const messageIdsOf =
  ({ digest }: Pick<Ports, 'digest'>) =>
  (mailId: string): string => {
    const tag = Buffer.from(digest(`mail ${mailId}`), 'base64url').toString('hex');
    return `${mailId}.${tag.slice(0, TAG_LENGTH)}`;
  };
