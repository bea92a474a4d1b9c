import type { OwnPage } from "./site.types.ts";

/** The page of the API reference. Its script fills the page in the browser. */
export const referencePage: OwnPage = {
  title: "API reference",
  address: "/docs/api",
  contents: [],
  sections: [
    {
      heading: "API reference",
      id: "",
      text: "Every operation of the service, from /openapi.json. A logged-in administrator can try requests.",
    },
  ],
  styles: ["reference.css"],
  scripts: ["reference.js"],
  body: `<h1>API reference</h1>
<p>This page shows every operation of the service, from <a href="/openapi.json">/openapi.json</a>. Bodies are JSON. Times are whole
Unix milliseconds; times in events are seconds. Every failure has the shape of <code>Error</code>. Every answer has the header
<code>X-Request-Id</code>. Lists come in pages: <code>cursor</code> asks for the next page.</p>
<p id="may-read">Only a logged-in administrator can try requests here: <a href="/desk/">log in at the desk</a>, then load this page again.</p>
<p id="may-try" hidden>You are logged in as an administrator, so you can try requests here. Each request runs on this service at once, with
your session. The curl line that the page prints has no session: add <code>-H "Authorization: Bearer TOKEN"</code> with a token of your own.</p>
<noscript><p>The list of operations needs JavaScript.</p></noscript>
<h2>Operations</h2>
<div id="reference" aria-busy="true"></div>`,
};
