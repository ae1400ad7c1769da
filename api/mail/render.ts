import type { RenderMail } from '#/domain/ports/mail.ts';
import { write } from './blocks.ts';
import { linkLetter } from './templates/link-letter.ts';
import { sellerNotice } from './templates/seller-notice.ts';
import { securityNotice } from './templates/security-notice.ts';
import { test } from './templates/test-mail.ts';

export const renderMail: RenderMail = (content, language) => {
  switch (content.template) {
    case 'new-device':
    case 'new-password':
    case 'new-email':
    case 'second-factor':
    case 'new-destination':
    case 'suspended-destination':
      return write(securityNotice(content, language), language);
    case 'recovery':
    case 'invitation':
    case 'registration':
    case 'seller-invitation':
    case 'confirm-former-email':
    case 'confirm-new-email':
      return write(linkLetter(content, language), language);
    case 'withdrawal':
    case 'document-rejected':
      return write(sellerNotice(content, language), language);
    case 'test':
      return write(test(language), language);
  }
};
