// What the package has and its own types leave out.
export {};

declare module "uWebSockets.js" {
  /** `silent` takes the version header off every answer. */
  export function _cfg(option: "silent"): void;
  export const DISABLED: number;
  export const LIBUS_LISTEN_EXCLUSIVE_PORT: number;

  interface TemplatedApp {
    listen(
      host: RecognizedString,
      port: number,
      options: number,
      callback: (listenSocket: us_listen_socket | false) => void,
    ): TemplatedApp;
  }
}
