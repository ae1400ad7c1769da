/** The field of the interest at each number of instalments, the first of one (money.13). Free of schemas, for the browser too. */
export const installmentFields = [
  'installmentOne',
  'installmentTwo',
  'installmentThree',
  'installmentFour',
  'installmentFive',
  'installmentSix',
  'installmentSeven',
  'installmentEight',
  'installmentNine',
  'installmentTen',
  'installmentEleven',
  'installmentTwelve',
] as const;
