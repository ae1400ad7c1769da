/** Returns SQL for an instant as ISO 8601 UTC with milliseconds. */
export const instantText = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
