/** Whether requests may use addresses of the service's own machine and network. Source: AUTH-06. */
export interface LocalAddresses {
  /**
   * `refused`: an administrator may allow them; `forbidden`: the config file forbids them for everyone. Called at each connection,
   * so it must not block.
   */
  state(): "allowed" | "refused" | "forbidden";
  /** A number that differs after each change: earlier results may be outdated. */
  changes(): number;
}

/** Used for requests that may never use such addresses. */
export const noLocalAddresses: LocalAddresses = { state: () => "forbidden", changes: () => 0 };
