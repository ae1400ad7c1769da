/** A JSON value that outlives the page, if the browser stores it. */
export interface StoredValue<Value> {
  readonly read: () => Value | undefined;
  readonly keep: (value: Value) => void;
  readonly forget: () => void;
}

/** Values that the browser does not store (blocked or full). */
const inPage = new Map<string, unknown>();

const storedValue = <Value>(storage: () => Storage, key: string): StoredValue<Value> => ({
  read: () => {
    const value = inPage.get(key) as Value | undefined;
    if (value !== undefined) return value;
    try {
      return JSON.parse(storage().getItem(key) ?? '') as Value;
    } catch {
      return undefined;
    }
  },
  keep: (value) => {
    inPage.delete(key);
    try {
      storage().setItem(key, JSON.stringify(value));
    } catch {
      inPage.set(key, value);
    }
  },
  forget: () => {
    inPage.delete(key);
    try {
      storage().removeItem(key);
    } catch {
      // Storage is blocked.
    }
  },
});

/** Lives as long as the tab. Raise `version` when the value's shape changes. */
export const sessionValue = <Value>(name: string, version = 1): StoredValue<Value> =>
  storedValue(() => sessionStorage, `razao:${name}:${version}`);

/** Removes the tab's values by prefix, except those to keep. */
export const forgetSessionValues = (
  prefix: string,
  isKept: (name: string) => boolean = () => false,
): void => {
  const isForgotten = (key: string): boolean => {
    const name = key.slice('razao:'.length);
    return key.startsWith(`razao:${prefix}`) && !isKept(name);
  };
  for (const key of inPage.keys()) if (isForgotten(key)) inPage.delete(key);
  try {
    for (const key of Object.keys(sessionStorage))
      if (isForgotten(key)) sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked.
  }
};

const SHARED = 'razao:shared:1:';

interface ExpiringValue<Value> {
  /** Unix milliseconds. */
  readonly until: number;
  readonly value: Value;
}

/** Removes expired values, whatever their names. */
const forgetStale = (now: number): void => {
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(SHARED)) continue;
      const { until }: ExpiringValue<unknown> = JSON.parse(localStorage.getItem(key) ?? '');
      if (until <= now) localStorage.removeItem(key);
    }
  } catch {
    // Storage is blocked, or this value is not ours to read.
  }
};

/** Shared by all tabs until it expires. */
export const sharedValue = <Value>(name: string, lastsMilliseconds: number): StoredValue<Value> => {
  const expiring = storedValue<ExpiringValue<Value>>(() => localStorage, `${SHARED}${name}`);
  return {
    ...expiring,
    read: () => {
      forgetStale(Date.now());
      return expiring.read()?.value;
    },
    keep: (value) => expiring.keep({ until: Date.now() + lastsMilliseconds, value }),
  };
};
