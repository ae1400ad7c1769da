import type { RenderMail } from '#/domain/ports/mail.ts';
import { write } from './blocks.ts';
import { invitation } from './templates/invitation.ts';
import { recovery } from './templates/recovery.ts';
import { registration } from './templates/registration.ts';
import { securityNotice } from './templates/security-notice.ts';
import { test } from './templates/test-mail.ts';

/** Writes a mail by the template of its content. */
export const renderMail: RenderMail = (content, language) => {
  switch (content.template) {
    case 'new-device':
    case 'new-password':
    case 'second-factor':
      return write(securityNotice(content, language), language);
    case 'recovery':
      return write(recovery(content, language), language);
    case 'invitation':
      return write(invitation(content, language), language);
    case 'registration':
      return write(registration(content, language), language);
    case 'test':
      return write(test(language), language);
  }
};
