import { AuditTrail } from '#/web/features/audit/audit-trail.tsx';
import { Notices } from '#/web/features/audit/notices.tsx';
import { SaleDrawer } from '#/web/features/sales/sale-drawer.tsx';
import type { DetailProps } from '#/web/ui/blocks/data-table-page.tsx';
import { useTexts } from '#/web/ui/texts.ts';

/** A sale as staff see it: also its recorded events, and the webhooks it was told by. */
const AdminSaleDetail = (props: DetailProps) => {
  const { sale } = useTexts();
  return (
    <SaleDrawer
      {...props}
      viewpoint="admin"
      tabs={() => [
        { value: 'audit', label: sale.audit, content: <AuditTrail paymentId={props.id} /> },
        { value: 'notices', label: sale.notices, content: <Notices paymentId={props.id} /> },
      ]}
    />
  );
};

export default AdminSaleDetail;
