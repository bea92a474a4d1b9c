import t from "tap";
import { createMemoryStore } from "../../src/store/memory/memory-store.ts";
import { storeContract } from "../contracts/store-contract.ts";

storeContract(t, { name: "memory", open: async () => createMemoryStore() });
