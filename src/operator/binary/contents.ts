/** A file that is unpacked before anything needs it. */
export interface PackedFile {
  /** Below the folder of the contents, with `/`. */
  readonly path: string;
  readonly bytes: number;
  /** The SHA-256 of its content, base64. */
  readonly hash: string;
}

/** How the archives are compressed. */
export type Packing = "zstd" | "brotli";

/** The list of the binary's contents, which the build writes and the start reads. */
export interface Contents {
  /** A hash of all files and their paths, and the name of the folder that they are unpacked into. */
  readonly id: string;
  /** The commit of the build, for `--version`. */
  readonly commit: string;
  /** `config.node` of package.json. */
  readonly nodeFlags: readonly string[];
  readonly packing: Packing;
  /** The files that the service loads first, in the order of their bytes in the archive, as in `later`. */
  readonly first: readonly PackedFile[];
  /** The files that are not needed before the service listens. */
  readonly later: readonly PackedFile[];
}

/** Names of the assets: the `Contents` as JSON; the concatenated, compressed bytes of its files; the thread that unpacks the later files. */
export const contentsAsset = "contents.json";
export const firstAsset = "first";
export const laterAsset = "later";
export const unpackerAsset = "unpacker.cjs";

/** Among the files: exports a function that imports the module at a URL. */
export const loaderFile = "load.cjs";
