import { basename } from "node:path";
import type { Constant, Piece, SampleProgram, SampleRequest, Text } from "./program.types.ts";

/** A function that calls curl with further words: `ask() { curl -H "…" "$@"; }`. */
const definition = /^(\w+)\(\) \{ curl (.+) "\$@"; (?:sleep \d+; )?\}$/;
const assignment = /^([A-Z]\w*)=(\S.*)$/;

/** The constants that the blocks of a page have assigned so far. */
export type Assigned = Map<string, Constant>;

/**
 * Reads the requests of a block of shell commands, and adds what the block assigns to `assigned`. Returns null if the block has anything but
 * calls of curl, assignments of plain texts, and functions that call curl: such a block has no counterpart in other languages.
 */
export function readShell(block: string, assigned: Assigned): SampleProgram | null {
  const functions = new Map<string, readonly Text[]>([["curl", []]]);
  const requests: (SampleRequest | null)[] = [];
  for (const line of block.replaceAll("\\\n", " ").split("\n")) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [, name, value] = assignment.exec(line) ?? [];
    const [, defined, prefix] = definition.exec(line) ?? [];
    const words = readWords(prefix ?? value ?? line, assigned);
    const plain = name === undefined ? null : plainText(words);
    if (name !== undefined && plain !== null) assigned.set(name, { value: plain });
    else if (defined !== undefined && words !== null) functions.set(defined, words);
    else requests.push(words === null ? null : readCall(words, functions));
  }
  const read = requests.filter((request) => request !== null);
  if (read.length === 0 || read.length < requests.length) return null;
  const used = new Set(
    read.flatMap(({ url, headers }) => [url, ...headers.map(([, value]) => value)].flatMap(namesIn)),
  );
  const constants = [...used].map((name) => [name, assigned.get(name) ?? { from: "environment" }] as const);
  return { constants: new Map(constants), requests: read };
}

const namesIn = (text: Text): readonly string[] =>
  text.flatMap((piece) => (typeof piece === "string" ? [] : [piece.constant]));

/** The only word, if it is literal. */
function plainText(words: readonly Text[] | null): string | null {
  const [text = [], ...others] = words ?? [];
  const pieces = text.filter((piece) => typeof piece === "string");
  return words === null || others.length > 0 || pieces.length < text.length ? null : pieces.join("");
}

/** A quoted text, a variable, or text without quotes; anything else of a shell ends the reading. */
const part = /(\s+)|'([^']*)'|"((?:[^"\\`]|\\.)*)"|\$(\w+)|\\(.)|([^\s'"$|;&<>()\\`]+)/y;

/** Splits a command into its words. Returns null for a command with a pipe, a redirection or a substitution other than `$(cat FILE)`. */
function readWords(command: string, assigned: Assigned): readonly Text[] | null {
  const words: Piece[][] = [];
  let isNew = true;
  part.lastIndex = 0;
  while (part.lastIndex < command.length) {
    const found = part.exec(command);
    if (found === null) return null;
    const [, space, single, double, variable, escaped, bare] = found;
    if (space === undefined && isNew) words.push([]);
    isNew = space !== undefined;
    const pieces = double === undefined ? piecesOf(single ?? escaped ?? bare, variable) : readQuoted(double, assigned);
    if (pieces === null) return null;
    words.at(-1)?.push(...pieces);
  }
  return words;
}

const piecesOf = (text: string | undefined, constant: string | undefined): Text => [
  ...(text === undefined ? [] : [text]),
  ...(constant === undefined ? [] : [{ constant }]),
];

/** Reads the text between double quotes. A file that it names becomes a constant with the name of the file. */
function readQuoted(quoted: string, assigned: Assigned): Text | null {
  const pieces: Piece[] = [];
  for (const [, file, constant, escaped, text = escaped] of quoted.matchAll(
    /\$\(cat ([^()\s]+)\)|\$(\w+)|\\(.)|([^$\\]+|\$)/g,
  )) {
    if (text === "$") return null;
    if (file !== undefined) {
      const name = basename(file).toUpperCase();
      assigned.set(name, { file });
      pieces.push({ constant: name });
    } else pieces.push(...piecesOf(text, constant));
  }
  return pieces;
}

/** Options of curl that other languages need no words for: what is printed, and when curl fails. */
const silent = new Set(["-s", "-f", "-fs"]);

function readCall([name = [], ...rest]: readonly Text[], functions: ReadonlyMap<string, readonly Text[]>) {
  const before = functions.get(name.join(""));
  return before === undefined ? null : readCurl([...before, ...rest]);
}

function readCurl(words: readonly Text[]): SampleRequest | null {
  const request: { -readonly [Key in keyof SampleRequest]?: SampleRequest[Key] } = {};
  const headers: (readonly [string, Text])[] = [];
  const left = [...words];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const option = word.join("");
    if (silent.has(option)) continue;
    if (!option.startsWith("-")) {
      if (request.url !== undefined) return null;
      request.url = word;
      continue;
    }
    const value = left.shift();
    const text = value === undefined ? null : plainText([value]);
    if (option === "-w") continue;
    if (option === "-H" && value !== undefined) headers.push(readHeader(value));
    else if (option === "-X" && text !== null) request.method = text;
    else if (option === "-o" && text !== null) request.savedAs = text;
    else if (option === "-d" && text !== null) request.body = { json: JSON.parse(text) };
    else return null;
  }
  const { url, method = request.body === undefined ? "GET" : "POST", ...others } = request;
  return url === undefined ? null : { ...others, method, url, headers };
}

function readHeader([first = "", ...rest]: Text): readonly [string, Text] {
  const [name = "", value = ""] = typeof first === "string" ? first.split(/: ?/, 2) : [];
  return [name, value === "" ? rest : [value, ...rest]];
}
