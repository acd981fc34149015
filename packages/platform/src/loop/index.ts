export { createLoop, type Loop, type LoopOptions } from "./create-loop.ts";
export { createWatch } from "./create-watch.ts";
export { type LoopWork, type NextRun, untilNone } from "./next-run.ts";
