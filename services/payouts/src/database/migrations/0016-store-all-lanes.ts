// A parked fact holds back what shares any of its lanes.
export { parkedLanesColumn as storeAllLanes } from "@sanu/platform";
