/** Keeps values that JSON would leave out. */
const keepContent = (_key: string, value: unknown): unknown => {
  if (value instanceof Map || value instanceof Set) return [...value];
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  return typeof value === 'bigint' ? String(value) : value;
};

/** Writes values as a line of the trace. */
export const traceText = (values: readonly unknown[]): string =>
  JSON.stringify(values, keepContent);
