export { createLoop, type Loop, type LoopOptions } from "./create-loop.ts";
export { type LoopWork, type NextRun, untilNone } from "./next-run.ts";
