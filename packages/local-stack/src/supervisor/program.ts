/** A program of the project that runs as a process of its own: a service, or the sandbox. */
export interface Program {
  readonly name: string;
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Answers 200 when the program is ready for work. */
  readonly readyUrl: string;
}
