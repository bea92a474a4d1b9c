import * as real from "node:fs";
import { OpenFile } from "../disk/open-file.ts";
import type { Removal } from "./fs-promises.ts";
import { keepOpen, letGo, openFile, removeFrom, simulatedPlace } from "./fs-promises.ts";

export const { constants, accessSync, readFileSync, readdirSync, fstatSync, readSync, openSync, closeSync, statSync } =
  real;

type Told<Value> = (error: Error | null, value?: Value) => void;

/** Passes the result or the error to the callback, as the system's calls do. */
function tell<Value>(running: Promise<Value>, told: Told<Value>): void {
  running.then(
    (value) => told(null, value),
    (error: Error) => told(error),
  );
}

/** For calls that need no disk time. */
function tellNextTurn<Value>(act: () => Value, told: Told<Value>): void {
  setImmediate(() => tell((async () => act())(), told));
}

const workOn = async <Value>(fd: number, act: (file: OpenFile) => Promise<Value>): Promise<Value> => act(openFile(fd));

/** Needs no disk time. */
export const rmSync = (path: string, removal: Removal = {}): void => removeFrom(simulatedPlace(path), removal);

export function open(path: string, flags: string | number, ...rest: readonly unknown[]): void {
  tell(OpenFile.open(simulatedPlace(path), flags).then(keepOpen), rest.at(-1) as Told<number>);
}

export const close = (fd: number, told: Told<void>): void =>
  tellNextTurn(() => {
    openFile(fd);
    letGo(fd);
  }, told);

export const fsync = (fd: number, told: Told<void>): void =>
  tell(
    workOn(fd, (file) => file.sync()),
    told,
  );
export const fdatasync = (fd: number, told: Told<void>): void => fsync(fd, told);
export const fstat = (fd: number, told: Told<{ readonly size: number }>): void =>
  tellNextTurn(() => ({ size: openFile(fd).size }), told);

export function write(
  fd: number,
  bytes: Uint8Array,
  offset: number,
  length: number,
  position: number,
  told: Told<number>,
): void {
  tell(
    workOn(fd, (file) => file.write(bytes.subarray(offset, offset + length), position)),
    told,
  );
}

export function writeSync(
  fd: number,
  bytes: Uint8Array,
  offset = 0,
  length = bytes.length - offset,
  position = 0,
): number {
  return openFile(fd).writeNow(bytes.subarray(offset, offset + length), position);
}
