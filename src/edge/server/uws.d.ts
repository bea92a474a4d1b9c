// Functions that the package has but its types do not declare.
export {};

declare module "uWebSockets.js" {
  /** `silent` removes the version header from every response. */
  export function _cfg(option: "silent"): void;
  export const DISABLED: number;
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number;

  interface TemplatedApp {
    /** Identifies this app to another app. */
    getDescriptor(): unknown;
    /** Passes new connections to these apps in turns; the listening app then serves none. */
    addChildAppDescriptor(descriptor: unknown): void;
    removeChildAppDescriptor(descriptor: unknown): void;
    listen(
      host: RecognizedString,
      port: number,
      options: number,
      callback: (listenSocket: us_listen_socket | false) => void,
    ): TemplatedApp;
  }
}
