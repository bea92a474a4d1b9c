import { drawDescription } from "./plain-words.ts";
import type { SwaggerComponent, SwaggerPlugin, SwaggerSystem } from "./swagger-ui.types.ts";

const nothing: SwaggerComponent = () => null;

/** What the page shows in another way than the library would, or not at all. */
export function ownComponents({ React }: SwaggerSystem): SwaggerPlugin {
  const draw = drawDescription(React);
  return {
    wrapComponents: {
      Markdown:
        () =>
        ({ source }) =>
          draw(source),
      // The page has its own heading, and one server.
      InfoContainer: () => nothing,
      ServersContainer: () => nothing,
      // A link inside a button is of no use to who works without a mouse. Opening an operation puts its address into the location.
      DeepLink:
        () =>
        ({ text }) =>
          React.createElement("span", {}, text),
    },
  };
}

/** Tokens are for requests: where nobody may try one, nothing asks for them. */
export const withoutTokens = (): SwaggerPlugin => ({
  wrapComponents: { authorizeBtn: () => nothing, authorizeOperationBtn: () => nothing },
});
