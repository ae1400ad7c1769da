/** How a provider knows who asks. Fetching a token first is why `headers` may be a promise. */
export interface Authentication {
  readonly headers: () =>
    | Readonly<Record<string, string>>
    | Promise<Readonly<Record<string, string>>>;
  /** What must never be seen in an error or a log line. */
  readonly secrets: readonly string[];
}

/** `Authorization: Bearer <secret>` (RFC 6750). */
export const bearer = (secret: string): Authentication => {
  const headers = { authorization: `Bearer ${secret}` };
  return { headers: () => headers, secrets: [secret] };
};
