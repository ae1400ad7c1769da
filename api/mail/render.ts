import type { RenderMail } from '#/domain/ports/mail.ts';
import { write } from './blocks.ts';
import { newDevice } from './templates/new-device.ts';
import { test } from './templates/test-mail.ts';

/** Writes a mail by the template of its content. */
export const renderMail: RenderMail = (content, language) => {
  switch (content.template) {
    case 'new-device':
      return write(newDevice(content, language), language);
    case 'test':
      return write(test(language), language);
  }
};
