import { createEndpointPools as createReal } from "../../../../src/delivery/request/endpoint-pools.ts";
import { ownPools } from "./undici.ts";
import { startingProcess } from "./world.ts";

/** The real ones, whose connections know whose they are. */
export const createEndpointPools: typeof createReal = (...given) => {
  const process = startingProcess();
  const real = createReal(...given);
  return { ...real, take: (origin, owner) => ownPools(() => real.take(origin, owner), process) };
};
