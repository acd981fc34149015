export { type ErasedAgain, eraseAgain } from "./erase-again.ts";
export { type EventsExport, exportEvents } from "./events/export/export-events.ts";
export { streamReader } from "./events/read/fact-reader.ts";
export { makeReport } from "./events/report/make-report.ts";
export { progressBar } from "./progress-bar.ts";
