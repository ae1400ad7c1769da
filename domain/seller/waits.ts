/** What can wait for staff at a seller. `DESTINATION`: a PIX key. `REGISTRATION`: one with an acquirer, whose outcome staff decide. */
export const sellerWaits = [
  'DOCUMENTS',
  'DESTINATION',
  'WITHDRAWAL',
  'REGISTRATION',
  'FACTOR_RESET',
] as const;

export type SellerWait = (typeof sellerWaits)[number];
