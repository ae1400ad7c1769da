import { hasFlag } from '#/api/contract/roles.ts';
import { WhyAcquirer } from '#/web/features/acquiring/why-acquirer.tsx';
import { AuditTrail } from '#/web/features/audit/audit-trail.tsx';
import { Notices } from '#/web/features/audit/notices.tsx';
import { PrivacyTab } from '#/web/features/privacy/privacy-tab.tsx';
import { SaleDrawer } from '#/web/features/sales/sale-drawer.tsx';
import { mayDo } from '#/web/features/session/access.ts';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { useStaffSession } from '#/web/backoffice/use-staff-session.ts';

/** Staff also see a sale's events and, with permission, its webhooks and the buyer's data. */
const AdminSaleDetail = (props: DetailProps) => {
  const { sale, privacy } = useTexts();
  const session = useStaffSession();
  const { id: paymentId } = props;
  const ofBuyer = {
    value: 'privacy',
    label: privacy.title,
    content: (
      <PrivacyTab
        paymentId={paymentId}
        mayExport={mayDo(session, 'admin.exportSubject')}
        mayErase={mayDo(session, 'admin.requestErasure')}
      />
    ),
  };
  return (
    <SaleDrawer
      {...props}
      viewpoint="admin"
      mayRefund={mayDo(session, 'admin.requestRefund')}
      tabs={() => [
        {
          value: 'audit',
          label: sale.audit,
          content: (
            <>
              <WhyAcquirer paymentId={paymentId} />
              <AuditTrail paymentId={paymentId} />
            </>
          ),
        },
        ...(mayDo(session, 'admin.listNotices')
          ? [{ value: 'notices', label: sale.notices, content: <Notices paymentId={paymentId} /> }]
          : []),
        ...(hasFlag(session, 'isUserDocumentsAvailable') ? [ofBuyer] : []),
      ]}
    />
  );
};

export default AdminSaleDetail;
