/** Responses by the text of their query (`seller.getSummary?days=7`). */
export type Answers = Readonly<Record<string, unknown>>;

interface RenderInput {
  /** The page's path, without a query. */
  readonly path: string;
  /** Responses to the page's queries; the render sends no requests. */
  readonly answers: Answers;
}

/** What the back office's server bundle exports. */
export interface BackofficeRenderer {
  /** Returns the content of `#root` in Portuguese; undefined if the server does not render this page. */
  readonly drawPage: (input: RenderInput) => Promise<string | undefined>;
}
