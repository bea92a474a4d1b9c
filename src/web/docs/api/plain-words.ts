import type { Drawn, SwaggerPlugin, SwaggerSystem } from "./swagger-ui.types.ts";

/** A blank line ends a paragraph. */
const toParagraphs = (text: string): readonly string[] => text.trim().split(/\n\s*\n/);

/** Every second piece was in backticks. */
const toPieces = (paragraph: string): readonly string[] => paragraph.split("`");

/**
 * Draws descriptions as paragraphs, and text in backticks as code. The library itself writes descriptions as HTML. A page that
 * requires Trusted Types refuses that.
 */
export function plainWords({ React }: SwaggerSystem): SwaggerPlugin {
  const drawPiece = (text: string, index: number): unknown =>
    index % 2 === 0 ? text : React.createElement("code", { key: index }, text);
  const drawParagraph = (paragraph: string, index: number): Drawn =>
    React.createElement("p", { key: index }, toPieces(paragraph).map(drawPiece));
  return {
    wrapComponents: {
      Markdown:
        () =>
        ({ source }) =>
          typeof source === "string" && source !== ""
            ? React.createElement("div", { className: "renderedMarkdown" }, toParagraphs(source).map(drawParagraph))
            : null,
    },
  };
}

/** Tokens are for requests: where nobody may try one, nothing asks for them. */
export const withoutTokens = (): SwaggerPlugin => ({
  wrapComponents: { authorizeBtn: () => () => null, authorizeOperationBtn: () => () => null },
});
