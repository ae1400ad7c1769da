declare global {
  // Both are of the document's own script (`api/http/drawn-document.ts`).
  /** The button that was pressed before the page came alive. */
  var heldPress: HTMLElement | undefined;
  /** Holds presses until it is aborted; undefined where the server has drawn nothing. */
  var pressHold: AbortController | undefined;
}

const tell = (field: HTMLInputElement, type: 'input' | 'change' = 'input'): boolean =>
  field.dispatchEvent(new Event(type, { bubbles: true }));

/** The field's own, which React replaces to notice what code writes. */
const write = (field: HTMLInputElement, text: string): void =>
  void Reflect.set(HTMLInputElement.prototype, 'value', text, field);

const takeText = (field: HTMLInputElement): (() => void) => {
  const text = field.value;
  field.value = field.defaultValue;
  return () => {
    // The first, which says nothing new, has React take the field over; the second is heard.
    tell(field);
    write(field, text);
    tell(field);
  };
};

const takeMark = (field: HTMLInputElement): (() => void) => {
  field.checked = field.defaultChecked;
  return () => field.click();
};

/** Undefined where the field is as it was drawn. Chosen files stay with it, since no code may write them. */
const take = (field: HTMLInputElement): (() => void) | undefined => {
  const { type, checked, defaultChecked, value, defaultValue } = field;
  if (type === 'file') return field.files?.length ? () => tell(field, 'change') : undefined;
  if (type === 'checkbox') return checked === defaultChecked ? undefined : takeMark(field);
  if (type === 'radio') return checked && !defaultChecked ? takeMark(field) : undefined;
  return value === defaultValue ? undefined : takeText(field);
};

/** React notes on an element that it has taken it over; before, it hears nothing that is done to it. */
const isTakenOver = (part: Element): boolean =>
  Object.keys(part).some((key) => key.startsWith('__reactProps'));

const LIMIT_MS = 10_000;

/** Waits until these parts are taken over, which may be later than the page around them; at once after a page's own work. */
const takenOver = async (parts: () => readonly Element[]): Promise<void> => {
  const until = performance.now() + LIMIT_MS;
  const isAwaited = (part: Element): boolean => part.isConnected && !isTakenOver(part);
  do await new Promise((done) => setTimeout(done));
  while (parts().some(isAwaited) && performance.now() < until);
};

/**
 * What was typed, ticked and chosen in the page as the server drew it; fields are given back as they were drawn, which React
 * expects of them.
 * @returns does it again, for a page that hears it
 */
export const takeTyped = (root: Element): (() => Promise<void>) => {
  const taken = [...root.querySelectorAll('input')].flatMap((field) => {
    const again = take(field);
    return again ? [{ field, again }] : [];
  });
  return async () => {
    await takenOver(() => taken.map(({ field }) => field));
    for (const { again } of taken.splice(0)) again();
  };
};

/** From now on presses are heard at once. @returns the button that was pressed before */
export const endHold = (): HTMLElement | undefined => {
  const { pressHold, heldPress } = globalThis;
  pressHold?.abort();
  globalThis.heldPress = undefined;
  return heldPress;
};

/** Ends the holding of presses, and presses again what was pressed too early. */
export const releasePress = async (): Promise<void> => {
  await takenOver(() => (globalThis.heldPress ? [globalThis.heldPress] : []));
  endHold()?.click();
};
