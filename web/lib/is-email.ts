/** Whether a typed text looks like an e-mail; the server refuses what else is none. */
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());
