// A service of another environment, or with another key of persons or of sealed records, does not start on this database.
export { boundSettingsMigration as bindSettings } from "@sanu/platform";
