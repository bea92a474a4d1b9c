import showOpenApi from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { createApi } from "../../shared/api/api.ts";
import { openBrowser } from "../../shared/browser/browser.ts";
import { elementById } from "../../shared/browser/element-by-id.ts";
import type {
  Drawn,
  SwaggerComponent,
  SwaggerOptions,
  SwaggerPlugin,
  SwaggerReact,
  SwaggerSystem,
} from "./swagger-ui.types.ts";

const nothing: SwaggerComponent = () => null;

/** Replaces or hides components of the library. */
function ownComponents({ React }: SwaggerSystem): SwaggerPlugin {
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
const withoutTokens = (): SwaggerPlugin => ({
  wrapComponents: { authorizeBtn: () => nothing, authorizeOperationBtn: () => nothing },
});

/** A blank line ends a paragraph. */
const toParagraphs = (text: string): readonly string[] => text.trim().split(/\n\s*\n/);

/** Splits a paragraph: every second piece was in backticks. */
const toPieces = (paragraph: string): readonly string[] => paragraph.split("`");

/**
 * Draws descriptions as paragraphs, and text in backticks as code. The library itself writes descriptions as HTML, but a page that
 * requires Trusted Types refuses HTML from text.
 */
function drawDescription({ createElement }: SwaggerReact): (description: unknown) => Drawn | null {
  const drawPiece = (text: string, index: number): unknown =>
    index % 2 === 0 ? text : createElement("code", { key: index }, text);
  const drawParagraph = (paragraph: string, index: number): Drawn =>
    createElement("p", { key: index }, toPieces(paragraph).map(drawPiece));
  return (description) =>
    typeof description === "string" && description !== ""
      ? createElement("div", { className: "renderedMarkdown" }, toParagraphs(description).map(drawParagraph))
      : null;
}

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** Sets the class of the page under which the library has its dark colours. */
function followTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = (): void => void document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", follow);
  follow();
}

/** Returns whether the browser has the session of an administrator. Without a response nobody may try a request. */
async function isAdministrator(): Promise<boolean> {
  const api = createApi(openBrowser(), () => undefined);
  const answer = await api.get<{ readonly session: { readonly agent: { readonly role: string } } | null }>(
    "/api/session/optional",
  );
  return answer.ok && answer.value.session?.agent.role === "admin";
}

/** Changes the library's second `main` element, because the page already has one. */
function finish(reference: HTMLElement): void {
  const operations = reference.querySelector("main");
  operations?.setAttribute("role", "region");
  operations?.setAttribute("aria-label", "Operations");
  reference.removeAttribute("aria-busy");
}

async function showReference(): Promise<void> {
  followTheme();
  const mayTry = await isAdministrator();
  elementById("may-try", HTMLElement).hidden = !mayTry;
  elementById("may-read", HTMLElement).hidden = mayTry;
  const reference = elementById("reference", HTMLElement);
  const options: SwaggerOptions = {
    url: "/openapi.json",
    domNode: reference,
    // The library would otherwise send the document to a server of its makers.
    validatorUrl: null,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    // The colours of the highlighting are too faint to read.
    syntaxHighlight: { activated: false },
    displayRequestDuration: true,
    supportedSubmitMethods: mayTry ? methods : [],
    plugins: mayTry ? [ownComponents] : [ownComponents, withoutTokens],
    onComplete: () => finish(reference),
  };
  showOpenApi(options);
}

void showReference();
