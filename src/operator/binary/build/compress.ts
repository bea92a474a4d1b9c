import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Packing } from "../contents.ts";
import { ask } from "./run-program.ts";

export interface Compressor {
  readonly packing: Packing;
  compress(bytes: Buffer): Promise<Buffer>;
}

/** For brotli: 9 takes ten times as long and saves a twentieth. */
const quality = 5;
const windowBits = 24;
/** For zstd: this level gives about the same size. */
const level = 9;

/** Every Node can decompress brotli. */
export const brotli: Compressor = {
  packing: "brotli",
  async compress(bytes) {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: windowBits,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return brotliCompressSync(bytes, { params });
  },
};

const script = `
  const [from, to] = process.argv.slice(1);
  const { readFileSync, writeFileSync } = require("node:fs");
  const { constants, zstdCompressSync } = require("node:zlib");
  const params = { [constants.ZSTD_c_compressionLevel]: ${level} };
  writeFileSync(to, zstdCompressSync(readFileSync(from), { params }));`;

/** Returns the format that the packed Node decompresses fastest: zstd takes half the time of brotli, but not every Node has it, perhaps not this one. */
export async function findCompressor(node: string, folder: string): Promise<Compressor> {
  const known = await ask(node, ["-p", 'typeof require("node:zlib").zstdCompressSync']);
  if (known !== "function") return brotli;
  const [from, to] = [join(folder, "plain"), join(folder, "compressed")];
  return {
    packing: "zstd",
    async compress(bytes) {
      writeFileSync(from, bytes);
      await ask(node, ["-e", script, from, to]);
      return readFileSync(to);
    },
  };
}
