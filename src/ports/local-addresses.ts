/** Whether requests may go to addresses of the own machine and network. Source: AUTH-06. */
export interface LocalAddresses {
  /** `refused`: an administrator may allow them; `forbidden`: the config file lets nobody. Read at each connection: it must not block. */
  state(): "allowed" | "refused" | "forbidden";
  /** Another number after each change: what was found out before may be so no more. */
  changes(): number;
}

/** For what nobody may allow. */
export const noLocalAddresses: LocalAddresses = { state: () => "forbidden", changes: () => 0 };
