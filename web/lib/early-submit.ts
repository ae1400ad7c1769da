declare global {
  /** Set by the document's own script (checkout/document.ts) when a form was submitted before hydration. */
  var heldSubmit: EventTarget | null | undefined;
}

/** Stops holding submits, and submits the form whose button was pressed before hydration. */
export const releaseSubmits = (): void => {
  globalThis.onsubmit = null;
  const { heldSubmit } = globalThis;
  globalThis.heldSubmit = undefined;
  if (heldSubmit instanceof HTMLFormElement) heldSubmit.requestSubmit();
};
