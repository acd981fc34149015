import { type FieldErrors, type Language, type ProblemCode, problems } from "@sanu/contracts";
import { messagesOfRules, problemBody, problemHead } from "@sanu/platform";

const docsUrl = "https://api.example.org/docs";

/** What fills the gaps of messages, by name. */
export const exampleParams: Readonly<Record<string, string>> = {
  minimumXof: "100",
  maximumXof: "1000000",
  openMax: "10",
  amountSats: "8166",
  available: "MTN_OPEN, MOOV_OPEN",
  factorsMax: "10",
  keysMax: "10",
  resumesMax: "100",
};

const broken: FieldErrors = { amount: ["whole-francs"], number: ["required"] };

export interface ExampleAnswer {
  /** `HTTP/1.1 400` and the headers that go with it. */
  readonly head: string;
  readonly body: string;
}

/** The answer as it is sent, put together by what sends it. */
export function exampleAnswer(code: ProblemCode, language: Language): ExampleAnswer {
  const { status, headers } = problemHead(code);
  const errors = code === "validation-failed" ? messagesOfRules(broken, language) : undefined;
  const body = problemBody(code, {
    language,
    requestId: "req-7f3a",
    docsUrl,
    params: exampleParams,
    errors,
  });
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return {
    head: [`HTTP/1.1 ${status}`, ...lines].join("\n"),
    body: JSON.stringify(body, null, 2),
  };
}

/** How long a client waits, in words. */
export function retryText(code: ProblemCode): string {
  const { retryAfterSeconds }: { readonly retryAfterSeconds?: number } = problems[code];
  return retryAfterSeconds === undefined
    ? "The same request gets the same answer until its cause is gone."
    : `Try again behind \`Retry-After\`: ${retryAfterSeconds} s where nothing else is known.`;
}
