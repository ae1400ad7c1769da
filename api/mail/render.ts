import type { RenderMail } from '#/domain/ports/mail.ts';
import { write } from './blocks.ts';
import { newDevice } from './templates/new-device.ts';

/** Writes a mail by the template of its content. */
export const renderMail: RenderMail = (content, language) => {
  switch (content.template) {
    case 'new-device':
      return write(newDevice(content, language), language);
  }
};
