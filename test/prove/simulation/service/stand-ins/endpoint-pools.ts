import { createEndpointPools as createReal } from "../../../../../src/delivery/request/endpoint-pools.ts";
import { ownPools } from "./undici.ts";
import { startingProcess } from "./world.ts";

/** The real pools, whose connections know the process that they belong to. */
export const createEndpointPools: typeof createReal = (...given) => {
  const process = startingProcess();
  const real = createReal(...given);
  return { ...real, take: (origin, owner) => ownPools(() => real.take(origin, owner), process) };
};
