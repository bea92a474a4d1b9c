/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Type-only imports may form a cycle, code that runs may not.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "resolvable",
      comment: "Every import must resolve to a file.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "machines-are-pure",
      comment: "Machines import xstate and each other, nothing else.",
      severity: "error",
      from: { path: "^machines/" },
      to: { pathNot: ["^machines/", "^node_modules/xstate/"] },
    },
    {
      name: "core-and-ports-are-the-centre",
      comment:
        "core/ and ports/ may import each other, the machines' types and the type of a chart. Few files of core/ need a package.",
      severity: "error",
      from: { path: "^src/(core|ports)/" },
      to: {
        path: "^src/",
        pathNot: "^src/((core|ports)/|charts/chart\\.types\\.ts$)",
      },
    },
    {
      name: "charts-are-pure",
      comment:
        "charts/ turns a machine, which it gets as a value, into a picture. It computes no layout, so it imports only the types of ELK.",
      severity: "error",
      from: { path: "^src/charts/" },
      to: {
        path: ["^(machines|src)/", "^node_modules/"],
        pathNot: ["^src/(charts|core)/", "^node_modules/(xstate|elkjs/lib/elk-api)"],
      },
    },
    {
      name: "codec-does-no-io",
      comment: "codec/ turns bytes into values. It imports only ports, core and limits.",
      severity: "error",
      from: { path: "^src/codec/" },
      to: { path: "^src/", pathNot: "^src/(codec|core|ports|config/limits\\.ts)" },
    },
    {
      name: "config-points-inward",
      severity: "error",
      from: { path: "^src/config/" },
      to: { path: "^src/", pathNot: "^src/(config|codec|core|ports)/" },
    },
    {
      name: "kernel-names-no-actor",
      comment: "actors/ runs actors of every kind. It imports neither their machines nor the domain.",
      severity: "error",
      from: { path: "^src/actors/" },
      to: { path: ["^machines/[^/]+/", "^src/"], pathNot: "^src/(actors|core|ports|config/limits\\.ts)" },
    },
    {
      name: "domain-points-inward",
      comment: "The domain imports no adapter. Of the config it imports only limits, and the types of the file.",
      severity: "error",
      from: { path: "^src/domain/" },
      to: { path: "^src/", pathNot: "^src/(actors|domain|codec|core|ports|config/(limits|config\\.types)\\.ts)" },
    },
    {
      name: "adapters-do-not-know-each-other",
      comment:
        "edge, delivery, mail, geo, store, files, inspect, backup and traces do not import each other. Only app/ connects them.",
      severity: "error",
      from: { path: "^src/(edge|delivery|mail|geo|store|files|inspect|backup|traces)/" },
      to: {
        path: "^src/(edge|delivery|mail|geo|store|files|inspect|backup|traces|demo|web|app/|main\\.ts)",
        // The edge writes the settings into the widget's script: it takes their type.
        pathNot: ["^src/$1/", "^src/web/widget/bridge\\.types\\.ts$"],
      },
    },
    {
      name: "stores-do-not-know-the-domain-that-runs",
      comment: "A store moves rows. It imports only ports, codec, core and limits.",
      severity: "error",
      from: { path: "^src/store/" },
      to: { path: "^src/", pathNot: "^src/(store|codec|core|ports|config/limits\\.ts)" },
    },
    {
      name: "composition-root-only",
      comment:
        "app/ has the only files outside an adapter that import one; main.ts starts it. The operator's commands have their own roots.",
      severity: "error",
      from: {
        path: "^src/",
        pathNot:
          "^src/(app/|operator/(main|doctor|migrate/(main|sides)|backup/main|restore/(main|restore|filled-folder)|try/service-requests)\\.ts$|operator/command\\.ts$|web/build/events/events-page\\.ts$|backup/|edge/|delivery/|mail/|geo/|store/|files/|inspect/|traces/)",
      },
      to: { path: "^src/(edge|delivery|mail|geo|store|files|inspect|backup|traces)/" },
    },
    {
      name: "nobody-imports-the-root",
      comment: "main.ts starts it. Tests give it other adapters, and choose between the stores of files as it does.",
      severity: "error",
      from: { path: "^(machines|src|workers|bench)/", pathNot: "^src/(app/|main\\.ts$)" },
      to: { path: "^src/(app/|main\\.ts$)" },
    },
    {
      name: "browser-code-stays-small",
      comment: "Browser code imports only machines, charts, core and types of the codec.",
      severity: "error",
      // One page of the documentation is made from the machine-readable documents, when pages are built.
      from: { path: "^src/web/", pathNot: "^src/web/build/events/events-page\\.ts$" },
      to: { path: "^src/", pathNot: "^src/(web|charts|core|codec)/" },
    },
    {
      name: "pages-do-not-know-each-other",
      comment: "Code that several pages need is in shared/.",
      severity: "error",
      from: { path: "^src/web/(desk|inspector|widget|demo|sample|docs|ui)/" },
      to: {
        path: "^src/web/(desk|inspector|widget|demo|sample|docs|ui)/",
        pathNot: "^src/web/$1/",
      },
    },
    {
      name: "shared-knows-no-page",
      severity: "error",
      from: { path: "^src/web/shared/" },
      to: { path: "^src/web/", pathNot: "^src/web/shared/" },
    },
    {
      name: "only-the-preview-knows-the-widget",
      severity: "error",
      from: { path: "^src/web/", pathNot: "^src/web/(widget|build|preview)/" },
      to: { path: "^src/web/widget/" },
    },
    {
      name: "uwebsockets-only-in-edge",
      severity: "error",
      from: { path: "^(machines|src|workers)/", pathNot: "^src/edge/" },
      to: { path: "node_modules/(uWebSockets\\.js|uws-pack)" },
    },
    {
      name: "lmdb-only-in-its-store",
      comment:
        "lmdb is also allowed in the threads of the archive's index, which is derived data next to the store, and in the threads that read rows for a backup.",
      severity: "error",
      from: { path: "^(machines|src|workers)/", pathNot: "^(src/store/lmdb|workers/(archive|backup))/" },
      to: { path: "node_modules/lmdb/" },
    },
    {
      name: "undici-only-in-delivery",
      severity: "error",
      from: { path: "^(machines|src|workers)/", pathNot: "^src/(delivery|demo)/" },
      to: { path: "node_modules/undici/" },
    },
    {
      name: "jose-only-in-identity",
      comment: "Only the verification of visitors' tokens knows JSON Web Tokens.",
      severity: "error",
      from: { path: "^(machines|src|workers)/", pathNot: "^src/delivery/identity/" },
      to: { path: "node_modules/jose/" },
    },
    {
      name: "opentelemetry-only-in-traces",
      comment: "OpenTelemetry is loaded only if traces are sent to a collector.",
      severity: "error",
      from: { path: "^(machines|src|workers)/", pathNot: "^src/traces/" },
      to: { path: "node_modules/@opentelemetry/" },
    },
    {
      name: "client-of-s3-only-in-its-bundle",
      comment: "The client of S3 is loaded only if files are stored in a bucket.",
      severity: "error",
      from: { path: "^(machines|src|workers)/", pathNot: "^src/files/s3/bucket-client" },
      to: { path: ["node_modules/@aws-sdk/", "^src/files/s3/bucket-client"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "no-dev-dependency-in-the-service",
      severity: "error",
      from: { path: "^(machines|src|workers)/", pathNot: "^src/demo/" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
    {
      name: "the-demo-shares-no-code-with-the-service",
      comment: "The cast meets the service over HTTP and sockets only. Of the service's code it takes the clock.",
      severity: "error",
      from: { path: "^src/demo/" },
      to: { path: "^(machines|src|workers)/", pathNot: "^src/(demo/|core/clock\\.ts|ports/clock\\.ts)" },
    },
    {
      name: "no-test-code-in-the-service",
      severity: "error",
      from: { path: "^(machines|src|workers)/" },
      to: { path: "^(test|bench)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "/generated/" },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types"],
      extensions: [".ts", ".js"],
    },
  },
};
