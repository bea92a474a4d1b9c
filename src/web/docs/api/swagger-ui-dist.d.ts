declare module "swagger-ui-dist/swagger-ui-es-bundle.js" {
  import type { SwaggerOptions } from "./swagger-ui.types.ts";

  /** Draws the document into the element. The page uses only this function of the library. */
  const show: (options: SwaggerOptions) => unknown;

  export = show;
}
