// What the package has and its own types leave out.
export {};

declare module "uWebSockets.js" {
  /** `silent` takes the version header off every answer. */
  export function _cfg(option: "silent"): void;
  export const DISABLED: number;
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number;

  interface TemplatedApp {
    /** What another app knows this one by. */
    getDescriptor(): unknown;
    /** New connections are handed to such apps by turns, no longer taken by the one that listens. */
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
