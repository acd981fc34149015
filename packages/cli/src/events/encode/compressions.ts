/** Of a whole file of text; inside one of Parquet. */
export const compressions = ["none", "gzip", "zstd"] as const;
export type Compression = (typeof compressions)[number];
