import type * as callbackCalls from "node:fs";
import type * as promiseCalls from "node:fs/promises";
import type { Test } from "tap";
import { runFileCallbacksContract } from "./file-callbacks-contract.ts";
import { runFileHandlesContract } from "./file-handles-contract.ts";
import { runFileNamesContract } from "./file-names-contract.ts";

/** The calls of `node:fs/promises` that the service makes. */
export type FilePromises = Pick<
  typeof promiseCalls,
  | "access"
  | "chmod"
  | "mkdir"
  | "open"
  | "readdir"
  | "readFile"
  | "rename"
  | "rm"
  | "stat"
  | "statfs"
  | "unlink"
  | "writeFile"
>;

/** The calls of `node:fs` that the service makes on files that a simulation has. */
export type FileCallbacks = Pick<
  typeof callbackCalls,
  "open" | "close" | "fsync" | "fdatasync" | "fstat" | "write" | "writeSync"
>;

/** An empty folder, and the calls that access it. */
export interface FilesUnderTest {
  readonly folder: string;
  readonly promises: FilePromises;
  readonly callbacks: FileCallbacks;
}

export interface FilesSubject {
  readonly name: string;
  /** `play` runs a function, and lets time pass until it has settled. */
  open(t: Test): FilesUnderTest & { play(run: () => Promise<void>): Promise<void> };
}

export type FilesTest = (name: string, run: (t: Test, files: FilesUnderTest) => Promise<void>) => void;

/** The behaviour of the system's files on which the service relies. */
export function runFilesContract(t: Test, subject: FilesSubject): void {
  const test: FilesTest = (name, run) => {
    void t.test(`${subject.name}: ${name}`, async (t) => {
      const { play, ...files } = subject.open(t);
      await play(() => run(t, files));
    });
  };
  runFileHandlesContract(test);
  runFileNamesContract(test);
  runFileCallbacksContract(test);
}
