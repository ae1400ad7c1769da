import type { ProviderContext } from '#/adapters/payments/kit/endpoint.ts';

/**
 * Keeps to the host of the channel `via`: a reply must not send us elsewhere.
 * @throws ProviderFailure, also when it is not a PDF
 */
export const fetchLinkedPdf = async (
  link: string | null | undefined,
  { pdf }: Pick<ProviderContext<unknown>, 'pdf'>,
  via: string,
): Promise<Uint8Array | undefined> => {
  if (!link || !URL.canParse(link)) return undefined;
  const { pathname: path, searchParams } = new URL(link);
  return pdf({ method: 'GET', path, query: Object.fromEntries(searchParams), via });
};
