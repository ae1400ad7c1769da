import { SaleDrawer } from '#/web/features/sales/sale-drawer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';

const SellerSaleDetail = (props: DetailProps) => <SaleDrawer {...props} viewpoint="seller" />;

export default SellerSaleDetail;
