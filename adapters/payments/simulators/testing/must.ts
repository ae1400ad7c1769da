/** @throws if there is none */
export const must = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('it should be there');
  return value;
};
