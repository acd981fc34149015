export { type FieldMessages, messagesOfIssues, messagesOfRules } from "./field-messages.ts";
export { escapeHtml, htmlDocument } from "./html-document.ts";
export { readLanguage } from "./language.ts";
export {
  type ProblemBody,
  type ProblemContext,
  problemBody,
  problemHead,
} from "./problem.ts";
