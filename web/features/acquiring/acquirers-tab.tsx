import { useState } from 'react';
import type { AcquirerShown, Acquiring } from '#/api/contract/acquiring.ts';
import { SearchInput } from '#/web/ui/fields/search-input.tsx';
import { Empty } from '#/web/ui/states.tsx';
import { useAccountTexts } from './account-texts.ts';
import { AcquirerCard } from './acquirer-card.tsx';
import { AcquirerFacts } from './acquirer-facts.tsx';
import { findAcquirers } from './acquirer-list.ts';
import { ConnectButton } from './connect-button.tsx';

const AcquirersTab = ({ acquiring }: { readonly acquiring: Acquiring }) => {
  const texts = useAccountTexts();
  const [text, setText] = useState('');
  const { connected, others } = findAcquirers(acquiring.acquirers, text);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex">
        <SearchInput label={texts.search} value={text} onChange={setText} />
      </div>
      {connected.length + others.length === 0 && (
        <Empty filtered title={texts.noneFoundTitle} text={texts.noneFoundText} />
      )}
      {connected.length > 0 && (
        <section aria-label={texts.connected}>
          <h2 className="mb-2 text-sm font-semibold">{texts.connected}</h2>
          <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {connected.map((acquirer) => (
              <AcquirerCard key={acquirer.id} acquirer={acquirer} routes={acquiring.routes} />
            ))}
          </ul>
        </section>
      )}
      {others.length > 0 && (
        <section aria-label={texts.others}>
          <h2 className="mb-2 text-sm font-semibold">{texts.others}</h2>
          <ul className="divide-y divide-line border-y border-line">
            {others.map((acquirer) => (
              <OtherAcquirer key={acquirer.id} acquirer={acquirer} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
};

const OtherAcquirer = ({ acquirer }: { readonly acquirer: AcquirerShown }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2.5">
    <AcquirerFacts acquirer={acquirer} />
    <ConnectButton acquirer={acquirer} />
  </li>
);

export default AcquirersTab;
