const set = (name: string, value: string, seconds?: number): void => {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', 'SameSite=Lax'];
  if (seconds !== undefined) parts.push(`Max-Age=${seconds}`);
  if (location.protocol === 'https:') parts.push('Secure');
  document.cookie = parts.join('; ');
};

/** checkout.95: for 30 seconds, set before a purchase. */
export const markPurchase = (offerId: string): void => set('purchase', offerId, 30);

/** checkout.95: lets an upsell page charge the same buyer again. */
export const keepUpsellToken = (token: string): void => set('upsellToken', token);
