// How providers do of late is read every second while orders come in.
export { attemptCreatedIndex as indexAttemptsByAge } from "@sanu/platform";
