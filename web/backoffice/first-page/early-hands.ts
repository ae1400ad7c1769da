declare global {
  // Both are set by a script in the document.
  /** The button that was pressed before hydration. */
  var heldPress: HTMLElement | undefined;
  /** Aborting it ends the hold. */
  var pressHold: AbortController | undefined;
}

const dispatch = (field: HTMLInputElement, type: 'input' | 'change' = 'input'): boolean =>
  field.dispatchEvent(new Event(type, { bubbles: true }));

/** Uses the prototype's setter: React replaces the field's own setter, and ignores what code writes with that. */
const write = (field: HTMLInputElement, text: string): void =>
  void Reflect.set(HTMLInputElement.prototype, 'value', text, field);

const takeText = (field: HTMLInputElement): (() => void) => {
  const text = field.value;
  field.value = field.defaultValue;
  return () => {
    // The first event makes React hydrate the field; React handles the second.
    dispatch(field);
    write(field, text);
    dispatch(field);
  };
};

const takeMark = (field: HTMLInputElement): (() => void) => {
  field.checked = field.defaultChecked;
  return () => field.click();
};

/** Resets a changed field to its rendered value. @returns a function that restores the input */
const take = (field: HTMLInputElement): (() => void) | undefined => {
  const { type, checked, defaultChecked, value, defaultValue } = field;
  if (type === 'file') return field.files?.length ? () => dispatch(field, 'change') : undefined;
  if (type === 'checkbox') return checked === defaultChecked ? undefined : takeMark(field);
  if (type === 'radio') return checked && !defaultChecked ? takeMark(field) : undefined;
  return value === defaultValue ? undefined : takeText(field);
};

/** React stores its props in an element when it hydrates it. */
const isHydrated = (part: Element): boolean =>
  Object.keys(part).some((key) => key.startsWith('__reactProps'));

const LIMIT_MS = 10_000;

/** Waits until all elements are hydrated or removed, at most about 10 s. */
const waitForHydration = async (parts: () => readonly Element[]): Promise<void> => {
  const until = performance.now() + LIMIT_MS;
  const isAwaited = (part: Element): boolean => part.isConnected && !isHydrated(part);
  do await new Promise((done) => setTimeout(done));
  while (parts().some(isAwaited) && performance.now() < until);
};

/** Resets inputs to what React expects at hydration. @returns a function that restores them afterwards */
export const takeTyped = (root: Element): (() => Promise<void>) => {
  const fields = [...root.querySelectorAll('input')].flatMap((field) => {
    const restore = take(field);
    return restore ? [{ field, restore }] : [];
  });
  return async () => {
    await waitForHydration(() => fields.map(({ field }) => field));
    for (const { restore } of fields.splice(0)) restore();
  };
};

/** Stops holding presses. @returns the button that was pressed before */
export const endHold = (): HTMLElement | undefined => {
  const { pressHold, heldPress } = globalThis;
  pressHold?.abort();
  globalThis.heldPress = undefined;
  return heldPress;
};

/** Clicks the button that was pressed before hydration. */
export const releasePress = async (): Promise<void> => {
  await waitForHydration(() => (globalThis.heldPress ? [globalThis.heldPress] : []));
  endHold()?.click();
};

/** Hides back and forward moves from the router. @returns a function that waits for hydration, and then reports a hidden move */
export const holdMoves = (root: Element): (() => Promise<void>) => {
  const hold = new AbortController();
  let isMoved = false;
  const hideMove = (event: PopStateEvent): void => {
    event.stopImmediatePropagation();
    isMoved = true;
  };
  addEventListener('popstate', hideMove, { capture: true, signal: hold.signal });
  const elements = [...root.querySelectorAll('h1, a, button, input')];
  return async () => {
    await waitForHydration(() => elements);
    hold.abort();
    if (isMoved) dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  };
};
