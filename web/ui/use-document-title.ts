import { useEffect } from 'react';

/** Names the tab after what it shows. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Razão`;
  }, [title]);
};
