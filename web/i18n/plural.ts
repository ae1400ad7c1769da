/** `1.234 vendas`, for Portuguese and English. */
export const pluralIn =
  (locale: string) =>
  (count: number, one: string, many: string): string =>
    `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;
