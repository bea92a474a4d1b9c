import t from "tap";
import { peersContract } from "../../contracts/peers-contract.ts";
import { startPeersServer } from "./peers-fixture.ts";

const { open } = await startPeersServer(t);
peersContract(t, { name: "postgres", open });
