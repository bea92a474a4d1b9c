/** The error message for a refused address on the service's own network; the desk appends a link to that page. */
export const ownNetworkHint =
  "This address is on your own network. An administrator may allow such addresses in Settings, under Own network.";
