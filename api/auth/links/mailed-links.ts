import type { Pool } from 'pg';
import { createBlockLinks } from './block-links.ts';
import { createEmailChanges } from './email-changes.ts';
import { createLinkTokens, type LinkPage, type OpenLink } from './link-tokens.ts';
import { createRecoveryLinks } from './recovery-links.ts';
import { createRegistrationLinks } from './registration-links.ts';
import { createStaffInvitations } from './staff-invitations.ts';

/** All links that are mailed. Each kind derives its tokens in its own way, so that no token works as another kind of link. */
export const createMailedLinks = (
  pool: Pool,
  {
    forget,
    ...options
  }: { readonly secret: string; readonly publicUrl: string; readonly forget: () => void },
) => {
  const tokens = (purpose: string, page: LinkPage) => createLinkTokens(purpose, page, options);
  const recovery = createRecoveryLinks(pool, tokens('recovery links', '/welcome'));
  const invitations = createStaffInvitations(pool, tokens('invitation links', '/welcome'));
  const registration = createRegistrationLinks(pool, tokens('registration links', '/register'));
  const blocking = createBlockLinks(pool, options);
  const emailChanges = createEmailChanges(pool, {
    tokens: {
      former: tokens('links to former e-mails', '/confirm-email'),
      new: tokens('links to new e-mails', '/confirm-email'),
    },
    forget,
  });
  const byTemplate = {
    recovery,
    invitation: invitations,
    registration,
    'seller-invitation': registration,
    'confirm-former-email': { find: (id: string) => emailChanges.find('former', id) },
    'confirm-new-email': { find: (id: string) => emailChanges.find('new', id) },
  };

  return {
    recovery,
    invitations,
    registration,
    blocking,
    emailChanges,
    /** Returns the link of a mail; undefined when it can no longer be used. */
    linkOf: (template: keyof typeof byTemplate, linkId: string): Promise<OpenLink | undefined> =>
      byTemplate[template].find(linkId),
  };
};
