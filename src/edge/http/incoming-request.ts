import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { addressGroup } from "../../core/addresses/address-group.ts";
import { assert, Defect } from "../../core/result.ts";
import type { RouteTraffic } from "../telemetry/exchange-log.ts";
import type { ClientAddress } from "./client-address.ts";

/** How the server finds the client's address. It changes with the trusted proxies. */
export interface AddressParts {
  readonly clientAddress: ClientAddress;
}

/** The parts of a request that are readable before its handler returns. */
export class IncomingRequest {
  /** Lower case. */
  readonly method: string;
  readonly route: RouteTraffic;
  /** Null after an answer or an abort. */
  protected response: HttpResponse | null;
  /** Null after the handler returned. */
  protected request: HttpRequest | null;
  readonly #addresses: AddressParts;
  #address: string | null = null;

  constructor(
    route: RouteTraffic,
    response: HttpResponse,
    request: HttpRequest,
    method: string,
    addresses: AddressParts,
  ) {
    this.route = route;
    this.response = response;
    this.request = request;
    this.method = method;
    this.#addresses = addresses;
  }

  /** A request header by its lower-case name, `""` if absent. Call it before the handler returns. */
  header(name: string): string {
    return this.live("header").getHeader(name);
  }

  /** The number of lines of the header, empty lines included. Call it before the handler returns. */
  headerCount(name: string): number {
    return linesOf(this.live("headerCount"), name).length;
  }

  /** A decoded query parameter. Call it before the handler returns. */
  query(name: string): string | undefined {
    return this.live("query").getQuery(name);
  }

  /** The path as sent, secrets included. Call it before the handler returns. */
  path(): string {
    return this.live("path").getUrl();
  }

  /** The client's address as text: the peer's, or the one that a trusted proxy names. Call it before the handler returns. */
  remoteAddress(): string {
    this.live("remoteAddress");
    assert(this.response !== null, "remoteAddress was asked for after the answer");
    return this.addressOf(this.response);
  }

  /** The client's address; the address of the proxy if the request is no longer readable and `keepAddress` was not called. */
  protected addressOf(response: HttpResponse): string {
    if (this.#address !== null) return this.#address;
    const request = this.request;
    const peer = Buffer.from(response.getRemoteAddressAsText()).toString("latin1");
    return this.#addresses.clientAddress(peer, () => (request === null ? [] : linesOf(request, "x-forwarded-for")));
  }

  /** The address group in which the client is counted. */
  protected groupOf(response: HttpResponse): string {
    return addressGroup(this.addressOf(response));
  }

  /** Stores the address for a large answer, because the request is no longer readable then; only a `GET` has such an answer. */
  protected keepAddress(): void {
    if (this.response === null || (this.method !== "get" && this.method !== "head")) return;
    this.#address = this.addressOf(this.response);
  }

  protected live(what: string): HttpRequest {
    if (this.request === null)
      throw new Defect(`${what} was called after the handler of ${this.route.pattern} returned`);
    return this.request;
  }
}

/** All lines of a header in order, empty lines included; uWebSockets.js finds only the first. */
function linesOf(request: HttpRequest, name: string): readonly string[] {
  const lines: string[] = [];
  request.forEach((sent, value) => {
    if (sent === name) lines.push(value);
  });
  return lines;
}
