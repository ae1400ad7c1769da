import { useQuery } from '@tanstack/react-query';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WithdrawalReceipt } from '#/api/contract/paid-withdrawals.ts';
import { useTexts } from '#/web/i18n/texts.ts';
import { Answer } from '#/web/ui/answer.tsx';
import { Button } from '#/web/ui/button.tsx';
import { Card } from '#/web/ui/card.tsx';
import { CopyField } from '#/web/ui/copy-field.tsx';
import { useFormats } from '#/web/ui/hooks/use-formats.ts';
import { KeyValue, KeyValues } from '#/web/ui/key-values.tsx';
import { Page } from '#/web/ui/page.tsx';
import { ReceiptDownload } from './receipt-download.tsx';
import type { ReceiptQuery } from './receipt-queries.ts';
import { useReceiptTexts } from './receipt-texts.ts';

interface ReceiptPageProps {
  readonly query: ReceiptQuery;
  readonly back: ReactNode;
}

/** Printed without the page's buttons. */
const ReceiptPage = ({ query: { take, ...query }, back }: ReceiptPageProps) => {
  const texts = useReceiptTexts();
  const result = useQuery(query);
  return (
    <Page
      title={texts.title}
      note={result.data && texts.note(result.data.platformName)}
      actions={
        <div className="flex flex-wrap gap-2 print:hidden">
          {back}
          {result.data && (
            <>
              <Button onClick={() => print()}>
                <Printer aria-hidden className="size-4" />
                {texts.print}
              </Button>
              <ReceiptDownload withdrawalId={result.data.withdrawalId} take={take} />
            </>
          )}
        </div>
      }
    >
      <Answer query={result} lines={10}>
        {(receipt) => (
          <div className="grid max-w-3xl grid-cols-[minmax(0,1fr)] gap-4">
            <Facts receipt={receipt} />
            <Signature signed={receipt.signed} />
          </div>
        )}
      </Answer>
    </Page>
  );
};

const Facts = ({ receipt }: { readonly receipt: WithdrawalReceipt }) => {
  const texts = useReceiptTexts();
  const { common, finance } = useTexts();
  const { money, dateTimeExact } = useFormats();
  const { amount, fee, net, pixType, pixKey, endToEndId, withdrawalId } = receipt;
  return (
    <Card className="print:shadow-none">
      <p className="text-ink-muted">{texts.paidOut}</p>
      <p className="mb-4 text-2xl font-semibold tabular-nums">{money(net)}</p>
      <KeyValues>
        <KeyValue name={texts.amount}>{money(amount)}</KeyValue>
        <KeyValue name={texts.fee}>{money(fee)}</KeyValue>
        <KeyValue name={texts.payee}>{receipt.payeeName ?? texts.erased}</KeyValue>
        <KeyValue name={texts.document}>{receipt.payeeDocument ?? texts.erased}</KeyValue>
        <KeyValue name={texts.key}>
          {finance.keyType[pixType]} {pixKey ?? texts.erased}
        </KeyValue>
        <KeyValue name={texts.endToEnd}>
          {endToEndId === null ? (
            texts.none
          ) : (
            <CopyField
              isWhole
              value={endToEndId}
              label={common.copy(texts.endToEnd)}
              copiedLabel={common.copied}
            />
          )}
        </KeyValue>
        <KeyValue name={texts.requestedAt}>{dateTimeExact(receipt.requestedAt)}</KeyValue>
        <KeyValue name={texts.paidAt}>{dateTimeExact(receipt.paidAt)}</KeyValue>
        <KeyValue name={texts.id}>
          <span className="font-mono text-xs break-all">{withdrawalId}</span>
        </KeyValue>
      </KeyValues>
      {receipt.hasOtherHolder && <p className="mt-3 text-warning">{texts.otherHolder}</p>}
      <p className="mt-3 text-xs text-ink-faint">{texts.times}</p>
    </Card>
  );
};

const Signature = ({ signed }: Pick<WithdrawalReceipt, 'signed'>) => {
  const texts = useReceiptTexts();
  const { common } = useTexts();
  if (signed === null) return <p className="text-ink-muted">{texts.unsigned}</p>;
  const parts = [
    [texts.statement, signed.statement],
    [texts.publicKey, signed.keyId],
    [texts.signed, signed.signature],
  ] as const;
  return (
    <Card title={texts.signature} className="print:shadow-none">
      <p className="mb-3 text-ink-muted">{texts.signatureText}</p>
      <dl className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {parts.map(([name, value]) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
            <dt className="text-xs text-ink-muted">{name}</dt>
            <dd>
              <CopyField
                isWhole
                value={value}
                label={common.copy(name)}
                copiedLabel={common.copied}
              />
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};

export default ReceiptPage;
