export {
  assertBound,
  type BoundSetting,
  bindSettings,
  boundSettingsMigration,
  boundSettingsOf,
  listBoundSettings,
  unbindSetting,
} from "./bound-settings.ts";
