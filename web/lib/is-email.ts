/** Whether a typed text looks like an e-mail; the server's check is stricter. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
