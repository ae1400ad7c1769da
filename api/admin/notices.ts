import type { ProceduresOf } from '#/api/http/procedure.ts';
import {
  noticeList,
  noticePreview,
  noticeView,
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
  'admin.listNotices': noticeList,
  'admin.getNotice': noticeView,
  'admin.previewNotice': noticePreview,
  'admin.redeliverNotice': redeliverNotice,
  'admin.redeliverNotices': redeliverNotices,
};
