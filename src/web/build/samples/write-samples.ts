import type { Constant, SampleProgram, SampleRequest, Text } from "./program.types.ts";

/** A program in one language. */
export interface Sample {
  /** The tab: curl, Node, Python, PHP. */
  readonly name: string;
  /** The name of its grammar. */
  readonly language: string;
  readonly code: string;
}

/** Returns the program for Node, Python and PHP, without any library. */
export const writeSamples = (program: SampleProgram): readonly Sample[] => [
  { name: "Node", language: "js", code: writeNode(program) },
  { name: "Python", language: "python", code: writePython(program) },
  { name: "PHP", language: "php", code: writePhp(program) },
];

const joined = (text: Text, piece: (piece: string) => string, constant: (name: string) => string): string =>
  text.map((part) => (typeof part === "string" ? piece(part) : constant(part.constant))).join("");

/** The text, if it has no constants. */
const plainOf = (text: Text): string | null => (text.every((part) => typeof part === "string") ? text.join("") : null);

/** The headers of a request. Curl alone needs no type for a body. */
const headersOf = ({ headers, body }: SampleRequest): SampleRequest["headers"] =>
  body === undefined || "file" in body || headers.some(([name]) => name === "Content-Type")
    ? headers
    : [...headers, ["Content-Type", ["application/json"]]];

const has = (program: SampleProgram, kind: "file" | "from"): boolean =>
  [...program.constants.values()].some((constant) => kind in constant);

const constantsOf = (program: SampleProgram, write: (name: string, constant: Constant) => string): readonly string[] =>
  [...program.constants].map(([name, constant]) => write(name, constant));

/** Parts of a program, with an empty line between them. */
const parts = (...all: readonly (readonly string[])[]): string =>
  all
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n");

const jsString = (text: string): string => JSON.stringify(text);
const node: Notation = {
  pair: ": ",
  object: ["{ ", " }"],
  list: ["[", "]"],
  emptyObject: "{}",
  words: {},
  indent: 2,
  key: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : jsString(name)),
  string: jsString,
};

function nodeText(text: Text): string {
  const plain = plainOf(text);
  if (plain !== null) return jsString(plain);
  const template = joined(
    text,
    (piece) => piece.replace(/[`\\$]/g, "\\$&"),
    (name) => `\${${name}}`,
  );
  return text.length === 1 ? template.slice(2, -1) : `\`${template}\``;
}

function nodeConstant(name: string, constant: Constant): string {
  if ("value" in constant) return `const ${name} = ${jsString(constant.value)};`;
  return "file" in constant
    ? `const ${name} = readFileSync(${jsString(constant.file)}, "utf8").trim();`
    : `const ${name} = process.env.${name};`;
}

function nodeRequest(request: SampleRequest, declares: string): string {
  const { method, url, body, savedAs } = request;
  const headers = headersOf(request).map(([name, value]) => `${node.key(name)}: ${nodeText(value)}`);
  const options = [
    ...(method === "GET" ? [] : [`method: ${jsString(method)}`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(body === undefined ? [] : [`body: ${nodeBody(body)}`]),
  ];
  const given = options.length === 0 ? "" : `, {\n${options.map((option) => `  ${option},\n`).join("")}}`;
  const shown =
    savedAs === undefined
      ? "console.log(answer.status, await answer.text());"
      : `writeFileSync(${jsString(savedAs)}, Buffer.from(await answer.arrayBuffer()));`;
  return `${declares}answer = await fetch(${nodeText(url)}${given});\n${shown}`;
}

const nodeBody = (body: NonNullable<SampleRequest["body"]>): string =>
  "file" in body ? `readFileSync(${jsString(body.file)})` : `JSON.stringify(${literal(body.json, node, 1)})`;

function writeNode(program: SampleProgram): string {
  const { requests } = program;
  const reads = has(program, "file") || requests.some(({ body = {} }) => "file" in body);
  const imports = [
    ...(reads ? ["readFileSync"] : []),
    ...(requests.some(({ savedAs }) => savedAs !== undefined) ? ["writeFileSync"] : []),
  ];
  const declare = requests.length === 1 ? "const " : "let ";
  return parts(
    imports.length === 0 ? [] : [`import { ${imports.join(", ")} } from "node:fs";`],
    constantsOf(program, nodeConstant),
    requests.map((request, index) => nodeRequest(request, index === 0 ? declare : "")),
  );
}

const python: Notation = {
  pair: ": ",
  object: ["{", "}"],
  list: ["[", "]"],
  emptyObject: "{}",
  words: { true: "True", false: "False", null: "None" },
  indent: 4,
  key: jsString,
  string: jsString,
};

function pythonText(text: Text): string {
  const plain = plainOf(text);
  if (plain !== null) return jsString(plain);
  const template = joined(
    text,
    (piece) => jsString(piece).slice(1, -1).replace(/[{}]/g, "$&$&"),
    (name) => `{${name}}`,
  );
  return text.length === 1 ? template.slice(1, -1) : `f"${template}"`;
}

function pythonConstant(name: string, constant: Constant): string {
  if ("value" in constant) return `${name} = ${jsString(constant.value)}`;
  return "file" in constant
    ? `${name} = open(${jsString(constant.file)}).read().strip()`
    : `${name} = os.environ["${name}"]`;
}

function pythonRequest(request: SampleRequest): string {
  const { method, url, body, savedAs } = request;
  const headers = headersOf(request).map(([name, value]) => `${jsString(name)}: ${pythonText(value)}`);
  const given = [
    pythonText(url),
    ...(method === "GET" ? [] : [`method=${jsString(method)}`]),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`]),
    ...(body === undefined ? [] : [`data=${pythonBody(body)}`]),
  ];
  const shown =
    savedAs === undefined
      ? "print(answer.status, answer.read().decode())"
      : `open(${jsString(savedAs)}, "wb").write(answer.read())`;
  const lines = given.map((one) => `    ${one},\n`).join("");
  return given.length === 1
    ? `with urllib.request.urlopen(${given.join("")}) as answer:\n    ${shown}`
    : `request = urllib.request.Request(\n${lines})\nwith urllib.request.urlopen(request) as answer:\n    ${shown}`;
}

const pythonBody = (body: NonNullable<SampleRequest["body"]>): string =>
  "file" in body
    ? `open(${jsString(body.file)}, "rb").read()`
    : `json.dumps(${literal(body.json, python, 1)}).encode()`;

function writePython(program: SampleProgram): string {
  const hasJson = program.requests.some(({ body = {} }) => "json" in body);
  const modules = [...(hasJson ? ["json"] : []), ...(has(program, "from") ? ["os"] : []), "urllib.request"];
  return parts(
    modules.map((name) => `import ${name}`),
    constantsOf(program, pythonConstant),
    program.requests.map(pythonRequest),
  );
}

const phpString = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;
const php: Notation = {
  pair: " => ",
  object: ["[", "]"],
  list: ["[", "]"],
  emptyObject: "new stdClass",
  words: {},
  indent: 4,
  key: phpString,
  string: phpString,
};

function phpText(text: Text): string {
  const plain = plainOf(text);
  if (plain !== null) return phpString(plain);
  const template = joined(
    text,
    (piece) => piece.replace(/["\\$]/g, "\\$&"),
    (name) => `{$${name}}`,
  );
  return text.length === 1 ? template.slice(1, -1) : `"${template}"`;
}

function phpConstant(name: string, constant: Constant): string {
  if ("value" in constant) return `$${name} = ${phpString(constant.value)};`;
  return "file" in constant
    ? `$${name} = trim(file_get_contents(${phpString(constant.file)}));`
    : `$${name} = getenv('${name}');`;
}

function phpRequest(request: SampleRequest): string {
  const { method, url, body, savedAs } = request;
  const headers = headersOf(request).map(([name, value]) => phpText([`${name}: `, ...value]));
  const options = [
    ...(method === "GET" ? [] : [`'method' => ${phpString(method)}`]),
    ...(headers.length === 0 ? [] : [`'header' => [${headers.join(", ")}]`]),
    ...(body === undefined ? [] : [`'content' => ${phpBody(body)}`]),
    "'ignore_errors' => true",
  ];
  const shown =
    savedAs === undefined
      ? 'echo "$http_response_header[0]\\n$answer\\n";'
      : `file_put_contents(${phpString(savedAs)}, $answer);`;
  const lines = options.map((option) => `    ${option},\n`).join("");
  return `$answer = file_get_contents(${phpText(url)}, false, stream_context_create(['http' => [\n${lines}]]));\n${shown}`;
}

const phpBody = (body: NonNullable<SampleRequest["body"]>): string =>
  "file" in body ? `file_get_contents(${phpString(body.file)})` : `json_encode(${literal(body.json, php, 1)})`;

const writePhp = (program: SampleProgram): string =>
  `<?php\n${parts(constantsOf(program, phpConstant), program.requests.map(phpRequest))}`;

/** Writes one request for curl. Its constants are variables of the shell. */
export function writeCurl({ method, url, headers, body, savedAs }: SampleRequest): string {
  const isPost = method === "POST" && body !== undefined;
  const json = body !== undefined && "json" in body ? JSON.stringify(body.json) : "";
  const shownJson =
    json.length <= curlBodyMax || body === undefined || !("json" in body) ? json : JSON.stringify(body.json, null, 2);
  const words = [
    `curl ${method === "GET" || isPost ? "" : `-X ${method} `}${shellText(url)}`,
    ...headers.map(([name, value]) => `-H ${shellText([`${name}: `, ...value])}`),
    ...(body === undefined ? [] : ["file" in body ? `--data-binary @${body.file}` : `-d ${shellText([shownJson])}`]),
    ...(savedAs === undefined ? [] : [`-o ${savedAs}`]),
  ];
  return words.join(" \\\n  ");
}

const curlBodyMax = 80;

function shellText(text: Text): string {
  const plain = plainOf(text);
  if (plain !== null) return /^[\w./:@%+=-]+$/.test(plain) ? plain : `'${plain.replaceAll("'", "'\\''")}'`;
  const quoted = joined(
    text,
    (piece) => piece.replace(/["\\$`]/g, "\\$&"),
    (name) => `$${name}`,
  );
  return `"${quoted}"`;
}

/** How a language writes values. */
interface Notation {
  readonly pair: string;
  readonly object: readonly [open: string, close: string];
  readonly list: readonly [open: string, close: string];
  readonly emptyObject: string;
  /** How `true`, `false` and `null` are written, if not so. */
  readonly words: Readonly<Record<string, string>>;
  readonly indent: number;
  key(name: string): string;
  string(text: string): string;
}

const lineMax = 90;

/** Writes a JSON value as a literal of the language, on one line if it is short. */
function literal(value: unknown, notation: Notation, depth = 0): string {
  if (typeof value === "string") return notation.string(value);
  if (typeof value !== "object" || value === null) return notation.words[String(value)] ?? String(value);
  const inner = (one: unknown): string => literal(one, notation, depth + 1);
  if (Array.isArray(value)) return group(value.map(inner), notation.list, notation, depth);
  const fields = Object.entries(value).map(([name, one]) => `${notation.key(name)}${notation.pair}${inner(one)}`);
  return fields.length === 0 ? notation.emptyObject : group(fields, notation.object, notation, depth);
}

function group(parts: readonly string[], [open, close]: Notation["list"], { indent }: Notation, depth: number): string {
  const line = `${open}${parts.join(", ")}${close}`;
  if (line.length + indent * depth <= lineMax && !line.includes("\n")) return line;
  const before = " ".repeat(indent * depth);
  const lines = parts.map((one) => `${before}${" ".repeat(indent)}${one},\n`);
  return `${open.trim()}\n${lines.join("")}${before}${close.trim()}`;
}
