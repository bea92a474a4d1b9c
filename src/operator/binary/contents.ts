/** A file that is unpacked before anything needs it. */
export interface PackedFile {
  /** Below the folder of the contents, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** How the archives are compressed. */
export type Packing = "zstd" | "brotli";

/** What lies inside the binary, as the build writes it and the start reads it. */
export interface Contents {
  /** A hash of every file and its path: it names the folder they are unpacked into. */
  readonly id: string;
  /** What was built, for `--version`. */
  readonly commit: string;
  /** `config.node` of package.json. */
  readonly nodeFlags: readonly string[];
  readonly packing: Packing;
  /** What the service is loaded from. In the order of their bytes in the archive, as the others are. */
  readonly first: readonly PackedFile[];
  /** What is not needed before it listens. */
  readonly later: readonly PackedFile[];
}

/** Names of the assets: the `Contents` as JSON; the bytes of its files one behind the other, compressed; what unpacks the later ones. */
export const contentsAsset = "contents.json";
export const firstAsset = "first";
export const laterAsset = "later";
export const unpackerAsset = "unpacker.cjs";

/** Among the files: exports a function that imports the module at a URL. */
export const loaderFile = "load.cjs";
