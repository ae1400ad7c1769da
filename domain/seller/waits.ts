/** What of a seller can wait for staff. `DESTINATION`: a PIX key. `REGISTRATION`: a registration whose outcome staff decide. */
export const sellerWaits = [
  'DOCUMENTS',
  'DESTINATION',
  'WITHDRAWAL',
  'REGISTRATION',
  'FACTOR_RESET',
] as const;

export type SellerWait = (typeof sellerWaits)[number];
