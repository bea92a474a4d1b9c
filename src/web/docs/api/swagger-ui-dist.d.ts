declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { SwaggerOptions } from "./swagger-ui.types.ts";

  /** Draws the document into the element. Of the library, this is all that the page uses. */
  const show: (options: SwaggerOptions) => unknown;

  export = show;
}
