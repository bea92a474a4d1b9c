import { check } from "recheck";
import ts from "typescript";

interface Pattern {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** A pattern is judged by its automaton where possible. Beyond this sum of counts, as in `{1,255}`, random texts are tried instead. */
const maxRepeatCount = 300;
/** Steps are counted. A judgement must not depend on how busy the machine is. */
const withoutTime = { timeout: null, attackTimeout: null, incubationTimeout: null, seedingTimeout: null };

/**
 * Returns a line for each pattern that some text matches in more than linear time, and for each that cannot be judged. Patterns are literals,
 * `RegExp(…)`, and the `pattern` of schemas.
 */
export async function slowPatterns(
  files: readonly { readonly path: string; readonly code: string }[],
): Promise<readonly string[]> {
  const lines: string[] = [];
  const known = new Map<string, Promise<string | null>>();
  for (const { place, source, flags } of files.flatMap(({ path, code }) => patternsIn(path, code))) {
    const written = `/${source}/${flags}`;
    const judged = known.get(written) ?? judge(source, flags);
    known.set(written, judged);
    const said = await judged;
    if (said !== null) lines.push(`${place} ${written} ${said}`);
  }
  return lines;
}

/** `null` for a pattern that is linear, as far as the judge can tell. */
async function judge(source: string, flags: string): Promise<string | null> {
  const judged = await check(source, flags, { maxRepeatCount, ...withoutTime });
  if (judged.status === "safe") return null;
  if (judged.status === "unknown") return `cannot be judged: ${judged.error.kind}`;
  return `takes ${judged.complexity.summary} time for ${judged.attack.pattern}`;
}

function patternsIn(path: string, code: string): readonly Pattern[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, false, kind);
  const constants = constantsOf(file);
  const found: Pattern[] = [];
  const add = (node: ts.Node, source: string, flags: string): void => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    found.push({ place: `${path}:${line + 1}`, source, flags });
  };
  const look = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    } else if ((ts.isNewExpression(node) || ts.isCallExpression(node)) && isNamed(node.expression, "RegExp")) {
      const [source, flags] = node.arguments ?? [];
      if (source !== undefined && !ts.isRegularExpressionLiteral(source))
        add(node, textOf(source, constants), flags === undefined ? "" : textOf(flags, constants));
    } else if (ts.isPropertyAssignment(node) && isNamed(node.name, "pattern")) {
      const source = textOf(node.initializer, constants);
      // The patterns of routes are paths.
      if (!source.startsWith("/")) add(node, source, "u");
    }
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

const isNamed = (node: ts.Node, name: string): boolean => ts.isIdentifier(node) && node.text === name;

/** The values of the names in a file. */
function constantsOf(file: ts.SourceFile): ReadonlyMap<string, ts.Expression> {
  const constants = new Map<string, ts.Expression>();
  const look = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      constants.set(node.name.text, node.initializer);
    ts.forEachChild(node, look);
  };
  look(file);
  return constants;
}

/** Stands for a part of a pattern that only the running program knows. */
const unknownPart = "x";

/** The text of an expression, as far as the file shows it. */
function textOf(node: ts.Expression, constants: ReadonlyMap<string, ts.Expression>): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTaggedTemplateExpression(node))
    return ts.isNoSubstitutionTemplateLiteral(node.template) ? (node.template.rawText ?? "") : unknownPart;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ expression, literal }) => textOf(expression, constants) + literal.text);
    return node.head.text + spans.join("");
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken)
    return textOf(node.left, constants) + textOf(node.right, constants);
  const value = ts.isIdentifier(node) ? constants.get(node.text) : undefined;
  return value === undefined ? unknownPart : textOf(value, constants);
}
