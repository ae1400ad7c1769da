/** Returns the values of inputs that the buyer changed before hydration, except checkboxes that the buyer cleared. */
export const readTypedFields = (form: HTMLFormElement): ReadonlyMap<string, readonly string[]> => {
  const values = new Map<string, readonly string[]>();
  const add = (name: string, value: string): void => {
    values.set(name, [...(values.get(name) ?? []), value]);
  };
  for (const control of form.elements) {
    if (!(control instanceof HTMLInputElement)) continue;
    const isCheckable = control.type === 'radio' || control.type === 'checkbox';
    if (isCheckable && control.checked && !control.defaultChecked) add(control.name, control.value);
    if (!isCheckable && control.value !== control.defaultValue) add(control.name, control.value);
  }
  return values;
};
