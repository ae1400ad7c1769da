import type { Finding } from '#/ledger/audit/seal-check.ts';

export const sentenceOf = ({ position, stream, revision, wrong }: Finding): string => {
  const place = position === null ? '' : ` at position ${position}`;
  const what = stream === null ? 'An event' : `Revision ${revision} of ${stream}`;
  return `${what}${place} ${wrong}.`;
};
