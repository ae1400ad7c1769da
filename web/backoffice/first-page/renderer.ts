/** Responses by the text of their query (`seller.getSummary?days=7`). */
export type Answers = Readonly<Record<string, unknown>>;

interface RenderInput {
  /** The page's path, without a query. */
  readonly path: string;
  /** All responses that the user may see on this page; the render sends no requests. */
  readonly answers: Answers;
}

/** What the back office's server bundle exports. The server loads it with this type. */
export interface BackofficeRenderer {
  /** Returns the content of `#root` in Portuguese; undefined for `/welcome`, and if the app would redirect. */
  readonly drawPage: (input: RenderInput) => Promise<string | undefined>;
}
