/** Returns the value. @throws if it is undefined */
export const must = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('it should be there');
  return value;
};
