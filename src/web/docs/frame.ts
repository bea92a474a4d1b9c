/** A page of the documentation. */
interface DocsPage {
  readonly title: string;
  /** Its content as HTML. */
  readonly body: string;
  /** Addresses. */
  readonly styles: readonly string[];
  readonly scripts: readonly string[];
}

/** The whole page as HTML. */
export const framePage = ({ title, body, styles, scripts }: DocsPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Parley</title>
    ${styles.map((address) => `<link rel="stylesheet" href="${address}">`).join("\n    ")}
    ${scripts.map((address) => `<script src="${address}" type="module"></script>`).join("\n    ")}
  </head>
  <body>
    <main>
${body}
    </main>
  </body>
</html>
`;
