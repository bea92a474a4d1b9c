import showOpenApi from "swagger-ui-dist/swagger-ui-es-bundle.js";
import { createApi } from "../../shared/api/api.ts";
import { openBrowser } from "../../shared/browser/browser.ts";
import { elementById } from "../../shared/browser/element-by-id.ts";
import { ownComponents, withoutTokens } from "./components.ts";
import type { SwaggerOptions } from "./swagger-ui.types.ts";

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
