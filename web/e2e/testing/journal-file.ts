import { expect } from 'chai';

interface Sums {
  readonly debits: number;
  readonly credits: number;
}

/** Parses a decimal with a comma to cents. */
const cents = (text: string): number => Math.round(Number(text.replace(',', '.')) * 100);

/** Returns the sums of an exported journal in cents, in all and by account. Fails if an amount is not above zero. */
export const sumJournal = (
  file: string,
): { readonly lines: number; readonly total: number; readonly accounts: Map<string, Sums> } => {
  expect(file.startsWith('\uFEFF')).to.equal(true);
  const [head = '', ...lines] = file.slice(1).trimEnd().split('\r\n');
  const columns = head.split(';');
  const [debit = -1, credit = -1, amount = -1] = ['débito', 'crédito', 'valor'].map((name) =>
    columns.findIndex((column) => column.toLowerCase().startsWith(name)),
  );
  const accounts = new Map<string, Sums>();
  const add = (account = '', by: Sums): void => {
    const { debits, credits } = accounts.get(account) ?? { debits: 0, credits: 0 };
    accounts.set(account, { debits: debits + by.debits, credits: credits + by.credits });
  };
  let total = 0;
  for (const cells of lines.map((line) => line.split(';'))) {
    const moved = cents(cells[amount] ?? '');
    expect(moved).to.be.greaterThan(0);
    total += moved;
    add(cells[debit], { debits: moved, credits: 0 });
    add(cells[credit], { debits: 0, credits: moved });
  }
  return { lines: lines.length, total, accounts };
};
