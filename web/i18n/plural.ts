/** `1.234 vendas`: a count with its noun, as Portuguese and English have them. */
export const pluralIn =
  (locale: string) =>
  (count: number, one: string, many: string): string =>
    `${count.toLocaleString(locale)} ${count === 1 ? one : many}`;
