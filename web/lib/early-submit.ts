declare global {
  /** Set by a script in the document. */
  var heldSubmit: EventTarget | null | undefined;
}

/** Submits the form whose button was pressed before hydration. */
export const releaseSubmits = (): void => {
  globalThis.onsubmit = null;
  const { heldSubmit } = globalThis;
  globalThis.heldSubmit = undefined;
  if (heldSubmit instanceof HTMLFormElement) heldSubmit.requestSubmit();
};
