const setCookie = (name: string, value: string, seconds?: number): void => {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', 'SameSite=Lax'];
  if (seconds !== undefined) parts.push(`Max-Age=${seconds}`);
  if (location.protocol === 'https:') parts.push('Secure');
  document.cookie = parts.join('; ');
};

/** Sets a cookie for 30 seconds before a purchase (checkout.95). */
export const markPurchase = (offerId: string): void => setCookie('purchase', offerId, 30);

/** Lets an upsell page charge the same buyer again (checkout.95). */
export const keepUpsellToken = (token: string): void => setCookie('upsellToken', token);
