import type { Token, Tokens } from "marked";

/** The visible text of the tokens, without markup. */
export const plainText = (tokens: readonly Token[]): string =>
  tokens.map(textOfToken).join("").replace(/\s+/g, " ").trim();

const blocks = new Set(["paragraph", "heading", "code", "list", "list_item", "blockquote", "table", "space", "hr"]);

function textOfToken(token: Token): string {
  const text = textInside(token);
  return blocks.has(token.type) ? ` ${text} ` : text;
}

function textInside(token: Token): string {
  if (token.type === "html") return "";
  if (token.type === "br") return " ";
  if (isTable(token)) return [token.header, ...token.rows].flat().map(textOfCell).join(" ");
  if (isList(token)) return token.items.map(textOfToken).join(" ");
  if ("tokens" in token && token.tokens !== undefined) return token.tokens.map(textOfToken).join("");
  return "text" in token ? String(token.text) : "";
}

const textOfCell = ({ tokens }: Tokens.TableCell): string => tokens.map(textOfToken).join("");
const isTable = (token: Token): token is Tokens.Table => token.type === "table";
const isList = (token: Token): token is Tokens.List => token.type === "list";
