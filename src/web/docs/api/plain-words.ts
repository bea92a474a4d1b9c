import type { Drawn, SwaggerReact } from "./swagger-ui.types.ts";

/** A blank line ends a paragraph. */
const toParagraphs = (text: string): readonly string[] => text.trim().split(/\n\s*\n/);

/** Splits a paragraph: every second piece was in backticks. */
const toPieces = (paragraph: string): readonly string[] => paragraph.split("`");

/**
 * Draws descriptions as paragraphs, and text in backticks as code. The library itself writes descriptions as HTML, but a page that
 * requires Trusted Types refuses HTML from text.
 */
export function drawDescription({ createElement }: SwaggerReact): (description: unknown) => Drawn | null {
  const drawPiece = (text: string, index: number): unknown =>
    index % 2 === 0 ? text : createElement("code", { key: index }, text);
  const drawParagraph = (paragraph: string, index: number): Drawn =>
    createElement("p", { key: index }, toPieces(paragraph).map(drawPiece));
  return (description) =>
    typeof description === "string" && description !== ""
      ? createElement("div", { className: "renderedMarkdown" }, toParagraphs(description).map(drawParagraph))
      : null;
}
