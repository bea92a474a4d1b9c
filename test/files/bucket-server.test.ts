import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import t from "tap";
import type { BucketObjects, SignedRequest } from "./bucket-server.ts";
import { signatureOf, startBucket } from "./bucket-server.ts";

interface Sent {
  readonly method?: string;
  readonly url?: string;
  readonly body?: string;
  readonly accessKeyId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const emptyPayload = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

t.test("the signatures of AWS's own examples are computed", async (t) => {
  // Source: AWS, Signature Calculations for the Authorization Header, examples.
  const host = "examplebucket.s3.amazonaws.com";
  const of = (given: Pick<SignedRequest, "method" | "url" | "headers">): string => {
    const headers = { host, "x-amz-content-sha256": emptyPayload, "x-amz-date": "20130524T000000Z", ...given.headers };
    const signed = Object.keys(headers).sort();
    const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    return signatureOf({ ...given, headers, signed, region: "us-east-1", secret });
  };
  t.equal(
    of({ method: "GET", url: "/test.txt", headers: { range: "bytes=0-9" } }),
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  );
  t.equal(
    of({ method: "GET", url: "/?lifecycle", headers: {} }),
    "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  );
  t.equal(
    of({ method: "GET", url: "/?prefix=J&max-keys=2", headers: {} }),
    "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  );
  t.equal(
    of({
      method: "PUT",
      url: "/test%24file.text",
      headers: {
        date: "Fri, 24 May 2013 00:00:00 GMT",
        "x-amz-content-sha256": "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072",
        "x-amz-storage-class": "REDUCED_REDUNDANCY",
      },
    }),
    "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  );
});

t.test(
  "a request that is not signed with the keys of the bucket, or differs from its signature, is refused",
  async (t) => {
    const objects: BucketObjects = new Map();
    const { access } = await startBucket(t, { objects });
    const { region, accessKeyId, secretAccessKey } = access;
    const host = new URL(access.endpoint).host;
    const payload = "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae";
    const put = {
      ...{ method: "PUT", url: "/parley/a?x-id=PutObject", body: "foo", accessKeyId },
      headers: { host, "x-amz-content-sha256": payload, "x-amz-date": "20300102T030405Z" },
    };
    /** Sends a request with the signature of another one. */
    const send = async (sent: Sent, { signed = Object.keys(put.headers), secret = secretAccessKey } = {}) => {
      const { method, url, body, accessKeyId, headers } = {
        ...put,
        ...sent,
        headers: { ...put.headers, ...sent.headers },
      };
      const signature = signatureOf({ ...put, signed, region, secret });
      const credential = `${accessKeyId}/20300102/${region}/s3/aws4_request`;
      const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signed.join(";")}, Signature=${signature}`;
      const asked = request(access.endpoint + url, { method, headers: { authorization, ...headers } }).end(body);
      const [answer]: IncomingMessage[] = await once(asked, "response");
      const [, code = ""] = answer === undefined ? [] : (/<Code>(\w+)/.exec(await text(answer)) ?? []);
      return `${answer?.statusCode} ${code}`.trim();
    };
    t.equal(await send({ accessKeyId: "other" }), "403 InvalidAccessKeyId");
    t.equal(await send({}, { secret: "other" }), "403 SignatureDoesNotMatch");
    t.equal(await send({}, { signed: ["host", "x-amz-date"] }), "403 AccessDenied");
    t.equal(await send({ headers: { authorization: "" } }), "403 AccessDenied");
    t.equal(await send({ method: "POST" }), "403 SignatureDoesNotMatch");
    t.equal(await send({ url: "/parley/b?x-id=PutObject" }), "403 SignatureDoesNotMatch");
    t.equal(await send({ url: "/parley/a?x-id=Other" }), "403 SignatureDoesNotMatch");
    t.equal(await send({ headers: { "x-amz-date": "20300102T030406Z" } }), "403 SignatureDoesNotMatch");
    t.equal(await send({ headers: { "x-amz-date": "20300103T030405Z" } }), "403 AuthorizationHeaderMalformed");
    t.equal(await send({ headers: { "x-amz-content-sha256": emptyPayload } }), "403 SignatureDoesNotMatch");
    t.equal(await send({ body: "bar" }), "400 XAmzContentSHA256Mismatch");
    t.equal(objects.size, 0, "nothing was stored");
    t.equal(await send({}), "200");
    t.strictSame([...objects.keys()], ["a"]);
  },
);
