/** An element that the library draws. Only the library's own React creates it. */
export interface Drawn {
  readonly type: unknown;
}

export interface SwaggerReact {
  readonly createElement: (
    type: string,
    props: Readonly<Record<string, unknown>>,
    ...children: readonly unknown[]
  ) => Drawn;
}

export interface SwaggerSystem {
  readonly React: SwaggerReact;
}

/** A component of the library, as a function of its properties. */
export type SwaggerComponent = (props: Readonly<Record<string, unknown>>) => Drawn | null;

export interface SwaggerPlugin {
  /** Replaces the component of that name. `original` is the library's component. */
  readonly wrapComponents: Readonly<Record<string, (original: SwaggerComponent) => SwaggerComponent>>;
}

/** Source: https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/ */
export interface SwaggerOptions {
  readonly url: string;
  readonly domNode: HTMLElement;
  readonly validatorUrl: null;
  readonly deepLinking: boolean;
  readonly docExpansion: "list" | "full" | "none";
  readonly defaultModelsExpandDepth: number;
  readonly syntaxHighlight: { readonly activated: false };
  readonly displayRequestDuration: boolean;
  readonly supportedSubmitMethods: readonly string[];
  readonly plugins: readonly ((system: SwaggerSystem) => SwaggerPlugin)[];
  readonly onComplete: () => void;
}
