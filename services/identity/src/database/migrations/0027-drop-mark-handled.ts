// Facts are marked as handled by one insert; nobody has called the function since.
export { dropMarkHandled } from "@sanu/platform";
