import { createPrivateKey, X509Certificate } from "node:crypto";
import { resolve } from "node:path";
import type { ConfigFile } from "./config-schema.ts";
import type { Mistakes } from "./mistakes.ts";
import { readWhole, textBytesMax } from "./read-text.ts";
import { reasonOf } from "./reason.ts";

/** Absolute paths of a certificate and its key as PEM files. Both were readable and match. */
export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

type TlsEntry = NonNullable<ConfigFile["tls"]>;

/** Reads both files, so that a mistake shows now and not at the first handshake. */
export function checkTls(tls: TlsEntry, folder: string, mistakes: Mistakes): TlsFiles {
  const pathOf = (file: TlsEntry["cert"]): string => resolve(folder, typeof file === "string" ? file : file.file);
  const files = { certFile: pathOf(tls.cert), keyFile: pathOf(tls.key) };
  const cert = readPem(
    ["tls", "cert"],
    files.certFile,
    "a PEM certificate",
    (pem) => new X509Certificate(pem),
    mistakes,
  );
  const key = readPem(
    ["tls", "key"],
    files.keyFile,
    "a PEM private key without a passphrase",
    createPrivateKey,
    mistakes,
  );
  if (cert !== undefined && key !== undefined && !cert.checkPrivateKey(key)) {
    mistakes.add(["tls", "key"], { value: files.keyFile }, `the private key of the certificate in ${files.certFile}`);
  }
  return files;
}

function readPem<Parsed>(
  path: readonly string[],
  file: string,
  allowed: string,
  parse: (pem: Buffer) => Parsed,
  mistakes: Mistakes,
): Parsed | undefined {
  let pem: Buffer;
  try {
    pem = readWhole(file, textBytesMax);
  } catch (error) {
    mistakes.add(path, { problem: `the file ${file} cannot be read (${reasonOf(error)})` }, allowed);
    return undefined;
  }
  try {
    return parse(pem);
  } catch (error) {
    mistakes.add(path, { problem: `the file ${file} cannot be parsed (${reasonOf(error)})` }, allowed);
    return undefined;
  }
}
