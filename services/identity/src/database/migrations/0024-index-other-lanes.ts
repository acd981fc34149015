// Each fact looks for parked ones in both of its lanes; the order has an index by the first.
export { otherLaneIndex as indexOtherLanes } from "@sanu/platform";
