/** With this a refused address on the own network is told; the desk puts the way to that page behind it. */
export const ownNetworkHint =
  "This address is on your own network. An administrator may allow such addresses in Settings, under Own network.";
