import t from "tap";
import { commitContract } from "../contracts/commit-contract.ts";
import { embeddedContract } from "../contracts/embedded-contract.ts";
import { kernelContract } from "../contracts/kernel-contract.ts";
import { storeContract } from "../contracts/store-contract.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";

const memory = { name: "memory", open: async () => createMemoryStore() };
storeContract(t, memory);
commitContract(t, memory, 25);
kernelContract(t, memory);
embeddedContract(t, memory);
