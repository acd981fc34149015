import type { Fold } from "../replay/fold.ts";
import * as conversionByOperator from "./conversion-by-operator.ts";
import * as floatOverTime from "./float-over-time.ts";
import * as orderToSettlement from "./order-to-settlement.ts";

/** Folds that are there for everybody, by the names of their files: to be used, and to begin from. */
export const exampleFolds: ReadonlyMap<string, Fold> = new Map<string, Fold>([
  ["float-over-time", floatOverTime as Fold],
  ["conversion-by-operator", conversionByOperator as Fold],
  ["order-to-settlement", orderToSettlement as Fold],
]);
