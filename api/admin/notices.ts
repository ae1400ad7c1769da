import type { ProceduresOf } from '#/api/http/procedure.ts';
import {
  listNotices,
  previewNotice,
  showNotice,
  redeliverNotice,
  redeliverNotices,
} from '#/api/webhooks/staff-view.ts';

type NoticeProcedures = Pick<
  ProceduresOf<'admin'>,
  | 'admin.listNotices'
  | 'admin.getNotice'
  | 'admin.previewNotice'
  | 'admin.redeliverNotice'
  | 'admin.redeliverNotices'
>;

export const noticeProcedures: NoticeProcedures = {
  'admin.listNotices': listNotices,
  'admin.getNotice': showNotice,
  'admin.previewNotice': previewNotice,
  'admin.redeliverNotice': redeliverNotice,
  'admin.redeliverNotices': redeliverNotices,
};
