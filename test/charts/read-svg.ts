/** An element of a picture, parsed as strictly as XML requires. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  readonly parent: XmlElement | null;
  /** The children, and the text between them. */
  readonly content: (XmlElement | string)[];
}

const tag = /<(\/?)([A-Za-z][\w:-]*)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>/y;
const attribute = /([\w:-]+)="([^"]*)"/g;
const characters = /[^<]+/y;
const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Throws for text that is no well-formed XML; supports the part of XML that our pictures use, and nothing more. */
export function readXml(xml: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [], parent: null, content: [] };
  let open = root;
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(xml);
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at < xml.length) {
    const text = match(characters);
    if (text !== null) {
      open.content.push(decode(text[0]));
      continue;
    }
    const found = match(tag);
    if (found === null) throw new Error(`Expected a tag, got: ${xml.slice(at, at + 80)}`);
    const [, slash, name = "", attributes = "", empty] = found;
    if (slash === "/") {
      if (open.name !== name || open.parent === null) throw new Error(`Expected </${open.name}>, got </${name}>`);
      open = open.parent;
      continue;
    }
    const element: XmlElement = {
      name,
      attributes: readAttributes(attributes),
      children: [],
      parent: open,
      content: [],
    };
    open.children.push(element);
    open.content.push(element);
    if (empty !== "/") open = element;
  }
  const [only] = root.children;
  if (open !== root || only === undefined || root.children.length > 1) throw new Error("Expected one whole element");
  return only;
}

function readAttributes(text: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = "", value = ""] of text.matchAll(attribute)) {
    if (name in attributes) throw new Error(`Expected one ${name}, got two in: ${text}`);
    attributes[name] = decode(value);
  }
  return attributes;
}

function decode(text: string): string {
  for (const character of text)
    if (!isAllowed(character)) throw new Error(`Expected characters that XML allows, got ${JSON.stringify(character)}`);
  return text.replace(/&(?:(\w+)|#(\d+));|&/g, (whole, name?: string, code?: string) => {
    const decoded = code === undefined ? entities[name ?? ""] : String.fromCodePoint(Number(code));
    if (decoded === undefined) throw new Error(`Expected an entity, got ${whole} in: ${text}`);
    return decoded;
  });
}

/** Source: Extensible Markup Language 1.0, production 2. */
function isAllowed(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    "\t\n\r".includes(character) ||
    (code >= 0x20 && code < 0xd800) ||
    (code > 0xdfff && code !== 0xfffe && code !== 0xffff)
  );
}

export const classesOf = ({ attributes }: XmlElement): readonly string[] => (attributes["class"] ?? "").split(" ");

/** Returns the element and its descendants with this class, parents first. */
export function allOf(element: XmlElement, look: string): readonly XmlElement[] {
  const below = element.children.flatMap((child) => allOf(child, look));
  return classesOf(element).includes(look) ? [element, ...below] : below;
}

/** The text of the element and its descendants. */
export const textOf = (element: XmlElement): string => wholeText(element).replace(/\s+/g, " ").trim();

const wholeText = ({ content }: XmlElement): string =>
  content.map((part) => (typeof part === "string" ? part : wholeText(part))).join("");

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name);

/** A transition with the names in the picture. */
export interface DrawnTransition {
  readonly source: string;
  readonly event: string;
  readonly index: number;
  readonly target: string;
}

export const transitionsOf = (svg: XmlElement): readonly DrawnTransition[] =>
  allOf(svg, "transition").map(({ attributes }) => ({
    source: attributes["data-source"] ?? "missing",
    event: attributes["data-event"] ?? "missing",
    index: Number(attributes["data-index"]),
    target: attributes["data-target"] ?? "missing",
  }));

/** The innermost state around an element, possibly the element itself; null outside of all states. */
export function stateAround(element: XmlElement | null): string | null {
  if (element === null) return null;
  return element.attributes["data-state"] ?? stateAround(element.parent);
}
