import type { SMTPServerOptions } from "smtp-server";
import t from "tap";
import { readSmtpUrl } from "../../src/codec/mail/smtp-url.ts";
import { systemClock } from "../../src/core/clock.ts";
import { createSmtpMailer } from "../../src/mail/smtp-mailer.ts";
import { someMail } from "../contracts/mailer-contract.ts";
import { createSelfSigned } from "../delivery/self-signed.ts";
import { logTo, silentLog } from "../harness/test-log.ts";
import { at, from, openMailer, openMailServer, refusal } from "./mail-server.ts";

const password = "hunter2+secret";
const user = `parley:${encodeURIComponent(password)}@`;
/** An address to which the rules for remote servers apply. */
const elsewhere = "127.0.0.2";
const certificate = createSelfSigned({ dns: "mail.test", ip: [127, 0, 0, 2] });

const urls: readonly (readonly [string, object | null])[] = [
  ["smtp://mail.example.com", { host: "mail.example.com", port: 587, isTlsFromStart: false, user: null }],
  ["SMTPS://Mail.Example.Com/", { host: "mail.example.com", port: 465, isTlsFromStart: true, user: null }],
  ["smtp://[::1]:2525", { host: "::1", port: 2525 }],
  ["smtps://kim%40example.com:p%2Fw%3A%25@mail", { user: { name: "kim@example.com", password: "p/w:%" } }],
  ["smtps://user@mail.example.com", { user: { name: "user", password: "" } }],
  ["smtps://mail.example.com?tls.rejectUnauthorized=false", null],
  ["smtp://mail.example.com?ignoreTLS=true", null],
  ["smtp://mail.example.com#part", null],
  ["smtp://mail.example.com/path", null],
  ["smtp://user:half%@mail.example.com", null],
  ["smtp://user:sec#ret@mail.example.com", null],
  ["smtp://mail.example.com:0", null],
  ["smtp://mail.example.com:65536", null],
  ["smtp://ma il.example.com", null],
  ["smtp://mäil.example.com", null],
  ["smtp://", null],
  ["smtp:mail.example.com", null],
  ["http://mail.example.com", null],
];

t.test("[WH-27, AUTH-14] the address of a mail server accepts no option that weakens its security", async (t) => {
  for (const [url, server] of urls) {
    if (server === null) t.equal(readSmtpUrl(url), null, url);
    else t.match(readSmtpUrl(url), server, url);
  }
  const open = () =>
    createSmtpMailer({ smtp: { url: "smtp://u:s3cret@host?a=b", from }, clock: systemClock, log: silentLog });
  t.throws(open, /smtp\.url is not allowed; expected smtp:/);
  t.throws(open, { message: /^((?!s3cret).)*$/ });
});

t.test("signing in", async (t) => {
  const starttls: Partial<SMTPServerOptions> = { disabledCommands: [], allowInsecureAuth: false };
  await t.test("TLS is started if the server offers it, and user and password are sent over TLS", async (t) => {
    const server = await openMailServer(t, { host: elsewhere, ...starttls, ...certificate });
    const mailer = openMailer(t, `smtp://${user}${elsewhere}:${server.port}`, {
      certificateAuthorities: [certificate.cert],
    });
    t.match(await mailer.send(someMail), { failure: null });
    t.match(server.received, [{ isOverTls: true, user: "parley" }]);
  });
  await t.test("an untrusted certificate is not accepted", async (t) => {
    const server = await openMailServer(t, { host: elsewhere, ...starttls, ...certificate });
    const implicit = await openMailServer(t, { host: elsewhere, secure: true, ...certificate });
    for (const url of [at(server, elsewhere), at(implicit, elsewhere, "smtps")]) {
      const outcome = await openMailer(t, url).send(someMail);
      const message = "The certificate of the mail server was not accepted (DEPTH_ZERO_SELF_SIGNED_CERT).";
      t.match(outcome, { isFinal: false, failure: { kind: "connection", message } });
    }
    t.strictSame([...server.received, ...implicit.received], []);
  });
  await t.test("a certificate with another name is not accepted", async (t) => {
    const other = createSelfSigned({ dns: "ship.test", ip: [127, 0, 0, 3] });
    const server = await openMailServer(t, { host: elsewhere, ...starttls, ...other });
    const mailer = openMailer(t, at(server, elsewhere), { certificateAuthorities: [other.cert] });
    t.match(await mailer.send(someMail), { failure: { message: /not accepted \(ERR_TLS_CERT_ALTNAME_INVALID\)/ } });
  });
  await t.test("on this machine every certificate is accepted, and a password is sent without TLS", async (t) => {
    const server = await openMailServer(t, { ...starttls, ...certificate });
    t.match(await openMailer(t, `smtp://${user}127.0.0.1:${server.port}`).send(someMail), { failure: null });
    const plain = await openMailServer(t);
    t.match(await openMailer(t, `smtp://${user}localhost:${plain.port}`).send(someMail), { failure: null });
    t.match([...server.received, ...plain.received], [{ isOverTls: true }, { isOverTls: false, user: "parley" }]);
  });
  await t.test("to remote servers no password is sent without TLS", async (t) => {
    let wasAsked = false;
    const server = await openMailServer(t, {
      host: elsewhere,
      onAuth: (_auth, _session, done) => {
        wasAsked = true;
        done(null, { user: "parley" });
      },
    });
    const outcome = await openMailer(t, `smtp://${user}${elsewhere}:${server.port}`).send(someMail);
    t.match(outcome, { isFinal: false, failure: { message: /did not begin TLS: 5\d\d/ } });
    t.notOk(wasAsked);
  });
  await t.test("a refused password appears nowhere, even if the server repeats it", async (t) => {
    const lines: string[] = [];
    const write = (facts: object, message: string): void => void lines.push(JSON.stringify({ facts, message }));
    const sent = [`\0parley\0${password}`, password].map((text) => Buffer.from(text).toString("base64"));
    const server = await openMailServer(t, {
      onAuth: (_auth, _session, done) => done(refusal(535, `no ${password} ${sent.join(" ")}`)),
    });
    const url = `smtp://${user}127.0.0.1:${server.port}`;
    const outcome = await openMailer(t, url, { log: logTo(write) }).send(someMail);
    const message = "The mail server did not accept the user and password of smtp.url: 535 no *** *** ***";
    t.match(outcome, { isFinal: false, failure: { kind: "error_answer", code: "535", message } });
    t.match(outcome.trace, { address: at(server), answer: "535 no *** *** ***" });
    t.equal(lines.length, 1);
    for (const secret of [password, encodeURIComponent(password), ...sent]) {
      t.notOk(`${lines.join()}${JSON.stringify(outcome)}`.includes(secret));
    }
  });
});
