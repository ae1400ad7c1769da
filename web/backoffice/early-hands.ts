declare global {
  /** Set by the document's own script (`api/http/drawn-document.ts`) when a button was pressed before the page came alive. */
  var heldPress: HTMLElement | undefined;
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

/**
 * What was typed, ticked and chosen in the page as the server drew it; fields are given back as they were drawn, which React
 * expects of them.
 * @returns does it again, for a page that hears it
 */
export const takeTyped = (root: Element): (() => void) => {
  const taken = [...root.querySelectorAll('input')].map(take);
  return () => {
    for (const again of taken.splice(0)) again?.();
  };
};

/** Ends the holding of presses, and presses again what was pressed too early. */
export const releasePress = (): void => {
  globalThis.onclick = null;
  const { heldPress } = globalThis;
  globalThis.heldPress = undefined;
  heldPress?.click();
};
