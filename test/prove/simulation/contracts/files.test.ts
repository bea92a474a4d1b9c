import * as callbacks from "node:fs";
import * as promises from "node:fs/promises";
import t from "tap";
import { temporaryFolder } from "../../../harness/temporary-folder.ts";
import * as simulatedCallbacks from "../service/stand-ins/fs.ts";
import * as simulatedPromises from "../service/stand-ins/fs-promises.ts";
import type { FileCallbacks, FilePromises } from "./files-contract.ts";
import { runFilesContract } from "./files-contract.ts";
import { openSmallWorld } from "./small-world.ts";

runFilesContract(t, {
  name: "Node.js",
  open: (t) => ({ folder: temporaryFolder(t), promises, callbacks, play: (run) => run() }),
});

runFilesContract(t, {
  name: "simulation",
  open(t) {
    const { folder, play, disk } = openSmallWorld(t);
    disk.makeFolders("/data");
    // The service is compiled against the real types, so a missing function of a stand-in is found when a test calls it.
    return {
      ...{ folder, play },
      promises: simulatedPromises as unknown as FilePromises,
      callbacks: simulatedCallbacks as unknown as FileCallbacks,
    };
  },
});
