export {
  createServiceBase,
  type RunningService,
  type ServiceBase,
  type ServiceBaseConfig,
  type ServiceBaseOverrides,
} from "./service-base.ts";
