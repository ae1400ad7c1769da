import { useQuery } from '@tanstack/react-query';
import { Answer } from '#/web/ui/answer.tsx';
import type { DetailProps } from '#/web/ui/blocks/page-definition.ts';
import { Drawer } from '#/web/ui/dialog.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { Change } from './change.tsx';
import { OwnNotes } from './own-notes.tsx';
import { Review, Status } from './own-sellers-columns.tsx';
import { ownSellerName, ownSellerQuery } from './portfolio-queries.ts';
import { usePortfolioTexts } from './portfolio-texts.ts';

const OwnSellerDetail = ({ id, onClose }: DetailProps) => {
  const texts = usePortfolioTexts();
  const { day, money } = useFormats();
  const result = useQuery(ownSellerQuery(id));
  return (
    <Drawer open onClose={onClose} title={result.data ? ownSellerName(result.data) : texts.seller}>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-6 p-5">
        <Answer query={result} lines={8}>
          {(seller) => (
            <>
              <KeyValues>
                <KeyValue name={texts.status}>
                  <Status {...seller} />
                </KeyValue>
                <KeyValue name={texts.review}>
                  <Review {...seller} />
                </KeyValue>
                <KeyValue name={texts.volume}>{money(seller.volume)}</KeyValue>
                <KeyValue name={texts.before}>{money(seller.before)}</KeyValue>
                <KeyValue name={texts.change}>
                  <Change now={seller.volume} before={seller.before} none="—" />
                </KeyValue>
                <KeyValue name={texts.lastSale}>
                  {seller.lastSaleOn === null ? texts.neverSold : day(seller.lastSaleOn)}
                </KeyValue>
              </KeyValues>
              <OwnNotes key={id} sellerId={id} />
            </>
          )}
        </Answer>
      </div>
    </Drawer>
  );
};

export default OwnSellerDetail;
