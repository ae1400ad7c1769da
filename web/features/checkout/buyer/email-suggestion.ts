const DOMAINS = [
  'gmail.com',
  'hotmail.com',
  'outlook.com',
  'yahoo.com.br',
  'yahoo.com',
  'icloud.com',
  'uol.com.br',
  'bol.com.br',
  'terra.com.br',
  'live.com',
] as const;

/** Counts the letters that are added, dropped, replaced or swapped with a neighbour. */
const distance = (from: string, to: string): number => {
  const rows = Array.from({ length: from.length + 1 }, (_, row) =>
    Array.from({ length: to.length + 1 }, (__, column) => (row === 0 ? column : row)),
  );
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= from.length; row += 1) {
    for (let column = 1; column <= to.length; column += 1) {
      const cost = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped =
        from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
          ? at(row - 2, column - 2) + 1
          : Infinity;
      rows[row]?.splice(
        column,
        1,
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + cost,
          swapped,
        ),
      );
    }
  }
  return at(from.length, to.length);
};

/** `ana@gmial.com` → `ana@gmail.com`. Undefined unless the domain has a `distance` of 1 to one of `DOMAINS`. */
export const emailSuggestion = (email: string): string | undefined => {
  const [, local, domain = ''] = /^([^\s@]+)@([^\s@]+\.[^\s@]+)$/.exec(email.trim()) ?? [];
  const domains: readonly string[] = DOMAINS;
  if (local === undefined || domains.includes(domain.toLowerCase())) return undefined;
  const near = DOMAINS.find((candidate) => distance(domain.toLowerCase(), candidate) === 1);
  return near && `${local}@${near}`;
};
