import { buildService } from "./build-service.ts";
await buildService(["test/simulation/service/try.ts"], "node_modules/.cache/parley-sim");
