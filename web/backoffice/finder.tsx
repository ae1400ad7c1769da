import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Session } from '#/api/contract/session.ts';
import { groupsOf } from '#/web/features/session/access.ts';
import { fits } from '#/web/lib/fits.ts';
import { FinderBox } from '#/web/ui/blocks/finder-box.tsx';
import type { FoundGroup } from '#/web/ui/blocks/finder-box.tsx';
import { useTexts } from '#/web/ui/texts.ts';

/** The pages that this person may open, by their names and headings. */
const usePages = (session: Session, typed: string): FoundGroup => {
  const { finder, groups, nav } = useTexts();
  const navigate = useNavigate();
  const pages = groupsOf(session).flatMap((under) =>
    under.pages.map(({ to, label }) => {
      const note = under.group === 'overview' ? undefined : groups[under.group];
      return { id: to, label: nav[label], note, open: () => void navigate({ to }) };
    }),
  );
  return {
    heading: finder.pages,
    items: pages.filter(({ label, note = '' }) => fits(`${label} ${note}`, typed)),
  };
};

interface FinderProps {
  readonly session: Session;
  readonly onClose: () => void;
}

/** Finds pages, sales and people within the rights of whoever is signed in. */
const Finder = ({ session, onClose }: FinderProps) => {
  const { finder } = useTexts();
  const [typed, setTyped] = useState('');
  const pages = usePages(session, typed);
  const groups = [pages].filter(({ items }) => items.length > 0);
  return (
    <FinderBox
      title={finder.title}
      placeholder={finder.placeholder}
      typed={typed}
      onTyped={setTyped}
      groups={groups}
      status={groups.length === 0 && finder.nothing}
      onClose={onClose}
    />
  );
};

export default Finder;
