/** 14 to 16 digits (Amex has 15, Diners 14) with a valid check digit (ISO/IEC 7812-1, Luhn). */
export const isValidCardNumber = (text: string): boolean => {
  const digits = text.replace(/\D/g, '');
  if (!/^\d{14,16}$/.test(digits)) return false;
  let total = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const weighed = index % 2 === 0 ? digit : digit * 2;
    total += weighed > 9 ? weighed - 9 : weighed;
  }
  return total % 10 === 0;
};
