export {
  programConfig,
  programSettings,
  serviceConfig,
  serviceSettings,
} from "./program-settings.ts";
export { ConfigError, configReader, readConfig, withoutEmpty } from "./read-config.ts";
export { mainnetInProduction, realInProduction } from "./real-in-production.ts";
export { HIDDEN, type Secret, secret } from "./secret.ts";
export { isKnown, nearestName } from "./setting-names/near-names.ts";
export { knownSettings, unknownSettings } from "./setting-names/unknown-settings.ts";
export {
  LogLevel,
  PortSetting,
  SanuEnvironment,
  SecretSetting,
  ShareSetting,
  secretUrlSetting,
  TimeZoneSetting,
  urlSetting,
  wholeSetting,
} from "./settings.ts";
