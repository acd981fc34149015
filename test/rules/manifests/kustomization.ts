import { z } from "zod";

const Target = z.strictObject({
  kind: z.string(),
  name: z.string().optional(),
  labelSelector: z.string().optional(),
});
export type Target = z.infer<typeof Target>;

const ConfigMapGenerator = z.strictObject({
  name: z.string(),
  behavior: z.enum(["create", "merge"]).default("create"),
  literals: z.array(z.string()).default([]),
  files: z.array(z.string()).default([]),
  options: z.strictObject({ disableNameSuffixHash: z.boolean() }).optional(),
});
export type ConfigMapGenerator = z.infer<typeof ConfigMapGenerator>;

const Image = z.strictObject({
  name: z.string(),
  newName: z.string().optional(),
  newTag: z.string(),
});
export type Image = z.infer<typeof Image>;

/** The part of Kustomize that our manifests use; a field beyond it is refused here, so that nothing of them goes unjudged. */
export const Kustomization = z.strictObject({
  apiVersion: z.string(),
  kind: z.enum(["Kustomization", "Component"]),
  namespace: z.string().optional(),
  resources: z.array(z.string()).default([]),
  components: z.array(z.string()).default([]),
  configMapGenerator: z.array(ConfigMapGenerator).default([]),
  patches: z.array(z.strictObject({ path: z.string(), target: Target.optional() })).default([]),
  images: z.array(Image).default([]),
});
export type Kustomization = z.infer<typeof Kustomization>;
