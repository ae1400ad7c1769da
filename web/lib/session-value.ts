/** One JSON value that lives as long as the tab. */
export interface SessionValue<Value> {
  readonly read: () => Value | undefined;
  readonly keep: (value: Value) => void;
  readonly forget: () => void;
}

/**
 * A value in `sessionStorage`, which may be blocked or full: then it lives as long as the page. `version` is part of
 * the key, so that a page of a later release never reads a shape it does not know.
 */
export const sessionValue = <Value>(name: string, version = 1): SessionValue<Value> => {
  const key = `razao:${name}:${version}`;
  let fallback: Value | undefined;
  return {
    read: () => {
      try {
        const text = sessionStorage.getItem(key);
        return text === null ? fallback : JSON.parse(text);
      } catch {
        return fallback;
      }
    },
    keep: (value) => {
      fallback = value;
      try {
        sessionStorage.setItem(key, JSON.stringify(value));
      } catch {
        // What the browser does not keep, the page does.
      }
    },
    forget: () => {
      fallback = undefined;
      try {
        sessionStorage.removeItem(key);
      } catch {
        // There is nothing to forget.
      }
    },
  };
};
