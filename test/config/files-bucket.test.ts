import { writeFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { configOf, linesOf, loadText } from "./load.ts";

t.test("the bucket of files is read completely, with its keys from variables and files", async (t) => {
  const key = join(temporaryFolder(t), "key");
  writeFileSync(key, "s3cret/of+file\n");
  const s3 = {
    endpoint: "https://S3.eu-central-1.amazonaws.com:443/",
    region: "eu-central-1",
    bucket: "files.of-shop",
    accessKeyId: { env: "FILES_KEY" },
    secretAccessKey: { file: key },
  };
  const read = (more: object) =>
    configOf(loadText(t, JSON.stringify({ files: { s3: { ...s3, ...more } } }), { variables: { FILES_KEY: "AKIA1" } }))
      .filesBucket;
  t.strictSame(read({}), {
    endpoint: "https://s3.eu-central-1.amazonaws.com",
    region: "eu-central-1",
    bucket: "files.of-shop",
    accessKeyId: "AKIA1",
    secretAccessKey: "s3cret/of+file",
    prefix: "",
    forcePathStyle: false,
  });
  t.match(read({ endpoint: "http://minio:9000", prefix: "shop/chat/" }), {
    endpoint: "http://minio:9000",
    prefix: "shop/chat/",
    forcePathStyle: true,
  });
  t.match(read({ forcePathStyle: true }), { forcePathStyle: true });
});

t.test("mistakes in a bucket are reported without its keys", async (t) => {
  const s3 = {
    endpoint: "https://kim:s3cret@s3.example.com/path",
    region: "EU",
    bucket: "My_Files",
    accessKeyId: "s3cret key",
    prefix: "/files",
    pathStyle: true,
  };
  t.strictSame(linesOf(loadText(t, JSON.stringify({ files: { s3 } }))), [
    "files.s3.secretAccessKey: missing; expected 1 to 256 characters without spaces",
    "files.s3.pathStyle: unknown key; expected one of endpoint, region, bucket, accessKeyId, secretAccessKey, prefix, forcePathStyle",
    'files.s3.endpoint: "https://***@s3.example.com/path" is not allowed; expected an http or https address without a path, like https://chat.example.com',
    'files.s3.region: "EU" is not allowed; expected 1 to 64 characters of a-z, 0-9 and -',
    'files.s3.bucket: "My_Files" is not allowed; expected 3 to 63 characters of a-z, 0-9, . and -, a letter or digit first and last',
    "files.s3.accessKeyId: this secret is not allowed; expected 1 to 256 characters without spaces",
    'files.s3.prefix: "/files" is not allowed; expected at most 256 characters of A-Z, a-z, 0-9, ., _ and -, in parts that each end in /',
  ]);
  t.strictSame(linesOf(loadText(t, '{ "files": {} }')), [
    "files.s3: missing; expected an object with the bucket's endpoint, region, name and keys",
  ]);
});
