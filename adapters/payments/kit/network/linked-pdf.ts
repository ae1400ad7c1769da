import type { ProviderContext } from '#/adapters/payments/kit/endpoint.ts';

/**
 * Fetches the PDF to which an acquirer's reply links; undefined = no usable link. Takes only path and query from the link. The host
 * is that of the channel `via`, so that a reply cannot send us to another host.
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
