declare global {
  // Both are set by the document's own script (`api/pages/drawn-document.ts`).
  /** The button that was pressed before hydration. */
  var heldPress: HTMLElement | undefined;
  /** Holds presses until it is aborted; undefined when the page was not rendered by the server. */
  var pressHold: AbortController | undefined;
}

const tell = (field: HTMLInputElement, type: 'input' | 'change' = 'input'): boolean =>
  field.dispatchEvent(new Event(type, { bubbles: true }));

/** Calls the native setter: React replaces the field's own setter to detect writes by code. */
const write = (field: HTMLInputElement, text: string): void =>
  void Reflect.set(HTMLInputElement.prototype, 'value', text, field);

const takeText = (field: HTMLInputElement): (() => void) => {
  const text = field.value;
  field.value = field.defaultValue;
  return () => {
    // The first event, without a change, makes React hydrate the field; React handles the second.
    tell(field);
    write(field, text);
    tell(field);
  };
};

const takeMark = (field: HTMLInputElement): (() => void) => {
  field.checked = field.defaultChecked;
  return () => field.click();
};

/**
 * Resets a field that the user changed to its rendered value. Chosen files stay in the field, because scripts cannot set them.
 * @returns a function that restores the user's input. Undefined if there is nothing to restore: the field is unchanged, or it is a radio
 * button that is not selected
 */
const take = (field: HTMLInputElement): (() => void) | undefined => {
  const { type, checked, defaultChecked, value, defaultValue } = field;
  if (type === 'file') return field.files?.length ? () => tell(field, 'change') : undefined;
  if (type === 'checkbox') return checked === defaultChecked ? undefined : takeMark(field);
  if (type === 'radio') return checked && !defaultChecked ? takeMark(field) : undefined;
  return value === defaultValue ? undefined : takeText(field);
};

/** Whether React has hydrated an element: then the element holds React's props. Before that, React handles no events of the element. */
const isHydrated = (part: Element): boolean =>
  Object.keys(part).some((key) => key.startsWith('__reactProps'));

const LIMIT_MS = 10_000;

/** Waits until each of these elements is hydrated or has left the document. Waits at least one task, and at most about 10 s. */
const waitForHydration = async (parts: () => readonly Element[]): Promise<void> => {
  const until = performance.now() + LIMIT_MS;
  const isAwaited = (part: Element): boolean => part.isConnected && !isHydrated(part);
  do await new Promise((done) => setTimeout(done));
  while (parts().some(isAwaited) && performance.now() < until);
};

/**
 * Reads what the user typed, ticked and chose before hydration in the `input` elements of the server's page, and resets these elements to
 * the rendered values, because React expects the rendered values at hydration.
 * @returns a function that waits for hydration and then restores the input
 */
export const takeTyped = (root: Element): (() => Promise<void>) => {
  const fields = [...root.querySelectorAll('input')].flatMap((field) => {
    const again = take(field);
    return again ? [{ field, again }] : [];
  });
  return async () => {
    await waitForHydration(() => fields.map(({ field }) => field));
    for (const { again } of fields.splice(0)) again();
  };
};

/** Stops holding presses. @returns the button that was pressed before */
export const endHold = (): HTMLElement | undefined => {
  const { pressHold, heldPress } = globalThis;
  pressHold?.abort();
  globalThis.heldPress = undefined;
  return heldPress;
};

/** Stops holding presses, and clicks the button that was pressed before hydration. */
export const releasePress = async (): Promise<void> => {
  await waitForHydration(() => (globalThis.heldPress ? [globalThis.heldPress] : []));
  endHold()?.click();
};

/**
 * Hides the user's back and forward moves from the router until hydration, because React expects the page that the server rendered. The
 * browser's address changes at once.
 * @returns a function that waits for hydration, and then tells the router if the user moved
 */
export const holdMoves = (root: Element): (() => Promise<void>) => {
  const hold = new AbortController();
  let isMoved = false;
  const keep = (event: PopStateEvent): void => {
    event.stopImmediatePropagation();
    isMoved = true;
  };
  addEventListener('popstate', keep, { capture: true, signal: hold.signal });
  const drawn = [...root.querySelectorAll('h1, a, button, input')];
  return async () => {
    await waitForHydration(() => drawn);
    hold.abort();
    if (isMoved) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  };
};
