import ts from "typescript";

/** Attributes and component properties whose values users read. */
const readAttributes: ReadonlySet<string> = new Set([
  "aria-label",
  "aria-description",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "title",
  "placeholder",
  "alt",
  "label",
  "help",
  "words",
]);
/** Words that are the same in every language: names, units, actor addresses, and the charts' name for a transition without an event. */
const names: ReadonlySet<string> = new Set(["Parley", "acme-bots", "ms", "chat/", "always"]);
const isAlike = (text: string): boolean => names.has(text) || /^https:\/\/([\w-]+\.)?example\.com\/\S*$/.test(text);
/** Elements that contain names of keyboard keys or program text. */
const literalTags: ReadonlySet<string> = new Set(["kbd", "code"]);

/** Returns the texts that users read and that are written in the code of a page, each with its line. */
export function wordsInCode(path: string, code: string): readonly string[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && literalTags.has(node.openingElement.tagName.getText(file))) return;
    for (const { text, at } of textsOf(node, file))
      if (/\p{L}/u.test(text) && !isAlike(text.trim()))
        found.push(
          `${path}:${file.getLineAndCharacterOfPosition(at.getStart(file)).line + 1} ${text.trim().replace(/\s+/g, " ")}`,
        );
    ts.forEachChild(node, look);
  };
  look(file);
  return found;
}

interface Found {
  readonly text: string;
  readonly at: ts.Node;
}

function textsOf(node: ts.Node, file: ts.SourceFile): readonly Found[] {
  if (ts.isJsxText(node)) return [{ text: node.text, at: node }];
  if (ts.isJsxAttribute(node)) return readAttributes.has(node.name.getText(file)) ? literalsIn(node.initializer) : [];
  return ts.isJsxExpression(node) && !ts.isJsxAttribute(node.parent) ? literalsIn(node) : [];
}

/** Returns the literals that can be the value of an expression, without compared literals and called functions. */
function literalsIn(node: ts.Node | undefined): readonly Found[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [{ text: node.text, at: node }];
  if (ts.isTemplateExpression(node)) {
    const { head, templateSpans: spans } = node;
    const pieces = [head, ...spans.map(({ literal }) => literal)].map((at): Found => ({ text: at.text, at }));
    return [...pieces, ...spans.flatMap(({ expression }) => literalsIn(expression))];
  }
  if (ts.isConditionalExpression(node)) return [...literalsIn(node.whenTrue), ...literalsIn(node.whenFalse)];
  if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) return literalsIn(node.expression);
  if (!ts.isBinaryExpression(node)) return [];
  const { left, operatorToken, right } = node;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.AmpersandAmpersandToken:
      return literalsIn(right);
    case ts.SyntaxKind.BarBarToken:
    case ts.SyntaxKind.QuestionQuestionToken:
    case ts.SyntaxKind.PlusToken:
      return [...literalsIn(left), ...literalsIn(right)];
    default:
      return [];
  }
}
