import { drawDescription } from "./plain-words.ts";
import type { SwaggerComponent, SwaggerPlugin, SwaggerSystem } from "./swagger-ui.types.ts";

const nothing: SwaggerComponent = () => null;

/** Replaces or hides components of the library. */
export function ownComponents({ React }: SwaggerSystem): SwaggerPlugin {
  const draw = drawDescription(React);
  return {
    wrapComponents: {
      Markdown:
        () =>
        ({ source }) =>
          draw(source),
      // The page has its own heading and only one server.
      InfoContainer: () => nothing,
      ServersContainer: () => nothing,
      // A link inside a button cannot be used without a mouse. When an operation is opened, its address is written into the location.
      DeepLink:
        () =>
        ({ text }) =>
          React.createElement("span", {}, text),
    },
  };
}

/** Hides the form for tokens. Tokens are for requests, so a reader who may not try requests needs none. */
export const withoutTokens = (): SwaggerPlugin => ({
  wrapComponents: { authorizeBtn: () => nothing, authorizeOperationBtn: () => nothing },
});
