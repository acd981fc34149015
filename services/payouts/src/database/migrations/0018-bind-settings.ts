// A service of another environment does not start on this database.
export { boundSettingsMigration as bindSettings } from "@sanu/platform";
