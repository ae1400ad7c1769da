declare global {
  /** Set by the document's own script (checkout/document.ts) when a form was sent before the page came alive. */
  var heldSubmit: EventTarget | null | undefined;
}

/** Ends the holding of submits, and sends the form whose button was pressed too early. */
export const releaseSubmits = (): void => {
  globalThis.onsubmit = null;
  const { heldSubmit } = globalThis;
  globalThis.heldSubmit = undefined;
  if (heldSubmit instanceof HTMLFormElement) heldSubmit.requestSubmit();
};
