declare global {
  /** Set by the document's own script (`api/drawn-document.ts`) when a button was pressed before the page came alive. */
  var heldPress: HTMLElement | undefined;
}

const tell = (field: HTMLInputElement): boolean =>
  field.dispatchEvent(new Event('input', { bubbles: true }));

/** The field's own, which React replaces to notice what code writes. */
const write = (field: HTMLInputElement, text: string): void =>
  void Reflect.set(HTMLInputElement.prototype, 'value', text, field);

/**
 * What was typed into the page as the server drew it; fields are given back as they were drawn, which React expects of them.
 * @returns types it again, for a page that hears it
 */
export const takeTyped = (root: Element): (() => void) => {
  const typed = [...root.querySelectorAll('input')]
    .filter(({ value, defaultValue }) => value !== defaultValue)
    .map((field) => ({ field, text: field.value }));
  for (const { field } of typed) field.value = field.defaultValue;
  return () => {
    for (const { field, text } of typed.splice(0)) {
      // The first, which says nothing new, has React take the field over; the second is heard.
      tell(field);
      write(field, text);
      tell(field);
    }
  };
};

/** Ends the holding of presses, and presses again what was pressed too early. */
export const releasePress = (): void => {
  globalThis.onclick = null;
  const { heldPress } = globalThis;
  globalThis.heldPress = undefined;
  heldPress?.click();
};
