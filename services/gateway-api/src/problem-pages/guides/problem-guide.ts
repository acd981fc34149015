/** What the author of a client has to know of a problem besides its status and its sentence. `code` is marked as in Markdown. */
export interface ProblemGuide {
  readonly cause: string;
  /** What the client does, or offers to its person. */
  readonly remedy: string;
}
