export {
  defineProjection,
  type InlineProjection,
  type Projection,
  type ProjectionDefinition,
  type ProjectionRow,
} from "./projection.ts";
