import type { TemplatedApp } from "uWebSockets.js";
import { accessSync, constants } from "node:fs";
import { ListenError } from "./listen.ts";
import { App, SSLApp } from "./load-uws.ts";

/** Paths of the certificate chain and its key, PEM. */
export interface TlsPaths {
  readonly certPath: string;
  readonly keyPath: string;
}

/**
 * The ciphers of TLS 1.2: authenticated encryption and forward secrecy only, so without CBC and without the key exchange of RSA. TLS 1.3
 * has no others. Source: RFC 9325, section 4.2.
 */
const ciphers = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

/** The number of replaced apps that keep their connections; connections of older apps are closed. */
const replacedMax = 8;

/**
 * The apps of uWebSockets.js. An app reads its certificate once, so each new certificate needs a new app with the same routes.
 * The first app keeps listening and passes each new connection to the newest app. Existing connections keep their app and
 * certificate.
 */
export class ServedApps {
  readonly #first: TemplatedApp;
  readonly #setUp: ((app: TemplatedApp) => void)[] = [];
  /** The apps that replaced the first one, the newest last. */
  readonly #later: TemplatedApp[] = [];

  /** Plain HTTP without paths. Throws `ListenError` when the files cannot be used. */
  constructor(tls: TlsPaths | undefined) {
    this.#first = tls === undefined ? App() : createTlsApp(tls);
  }

  /** The app that listens. */
  get listening(): TemplatedApp {
    return this.#first;
  }

  /** Applies `setUp` to every present and future app. */
  add(setUp: (app: TemplatedApp) => void): void {
    this.#setUp.push(setUp);
    for (const app of this.#all()) setUp(app);
  }

  /** Uses this certificate for new connections. Throws `ListenError`, and changes nothing, when the files cannot be used. */
  renew(tls: TlsPaths): void {
    const app = createTlsApp(tls);
    for (const setUp of this.#setUp) setUp(app);
    this.#first.addChildAppDescriptor(app.getDescriptor());
    const replaced = this.#later.at(-1);
    if (replaced !== undefined) this.#first.removeChildAppDescriptor(replaced.getDescriptor());
    this.#later.push(app);
    if (this.#later.length > replacedMax) this.#later.shift()?.close();
  }

  subscriberCount(topic: string): number {
    let count = this.#first.numSubscribers(topic);
    for (const app of this.#later) count += app.numSubscribers(topic);
    return count;
  }

  publish(topic: string, frame: string): void {
    this.#first.publish(topic, frame);
    for (const app of this.#later) app.publish(topic, frame);
  }

  close(): void {
    for (const app of this.#all()) app.close();
  }

  #all(): readonly TemplatedApp[] {
    return [this.#first, ...this.#later];
  }
}

function createTlsApp({ certPath, keyPath }: TlsPaths): TemplatedApp {
  assertReadable(certPath);
  assertReadable(keyPath);
  try {
    return SSLApp({ cert_file_name: certPath, key_file_name: keyPath, ssl_ciphers: ciphers });
  } catch (error) {
    throw new ListenError(`Cannot use ${certPath} with ${keyPath} for TLS: expected a PEM chain and its key.`, {
      cause: error,
    });
  }
}

/** uWebSockets.js does not report the reason, so this check names a file that cannot be read. */
function assertReadable(path: string): void {
  try {
    accessSync(path, constants.R_OK);
  } catch (error) {
    throw new ListenError(`Cannot read the TLS file ${path}: ${String(error)}`, { cause: error });
  }
}
