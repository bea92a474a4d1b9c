/** A file that is unpacked before anything runs. */
export interface PackedFile {
  /** Below the folder of the contents, with `/`. */
  readonly path: string;
  readonly bytes: number;
}

/** What lies inside the binary, as the build writes it and the start reads it. */
export interface Contents {
  /** A hash of every file and its path: it names the folder they are unpacked into. */
  readonly id: string;
  /** What was built, for `--version`. */
  readonly commit: string;
  /** `config.node` of package.json. */
  readonly nodeFlags: readonly string[];
  /** In the order of their bytes in the archive. */
  readonly files: readonly PackedFile[];
}

/** Names of the assets: the `Contents` as JSON, and the bytes of all files one behind the other, compressed by brotli. */
export const contentsAsset = "contents.json";
export const archiveAsset = "files.br";

/** Among the files: exports a function that imports the module at a URL. */
export const loaderFile = "load.cjs";
