import { createApi } from "../../shared/api/api.ts";
import { openBrowser } from "../../shared/browser/browser.ts";
import { elementById } from "../../shared/browser/element-by-id.ts";
import { plainWords, withoutTokens } from "./plain-words.ts";

const methods = ["get", "post", "put", "patch", "delete"] as const;

/** The library has its dark colours under a class of the page. */
function followTheme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const follow = (): void => void document.documentElement.classList.toggle("dark-mode", dark.matches);
  dark.addEventListener("change", follow);
  follow();
}

/** Whether the browser has the session of an administrator. Without an answer nobody may try a request. */
async function isAdministrator(): Promise<boolean> {
  const api = createApi(openBrowser(), () => undefined);
  const answer = await api.get<{ readonly agent: { readonly role: string } } | null>("/api/session?optional=1");
  return answer.ok && answer.value?.agent.role === "admin";
}

async function showReference(): Promise<void> {
  followTheme();
  const mayTry = await isAdministrator();
  elementById("may-try", HTMLElement).hidden = !mayTry;
  elementById("may-read", HTMLElement).hidden = mayTry;
  const reference = elementById("reference", HTMLElement);
  SwaggerUIBundle({
    url: "/openapi.json",
    domNode: reference,
    // The library would otherwise send the document to a server of its makers.
    validatorUrl: null,
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    supportedSubmitMethods: mayTry ? methods : [],
    plugins: mayTry ? [plainWords] : [plainWords, withoutTokens],
    onComplete: () => reference.removeAttribute("aria-busy"),
  });
}

await showReference();
