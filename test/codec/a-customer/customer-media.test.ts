import t from "tap";
import type { AcceptedRows } from "./customer-bodies.ts";
import { assertAccepted, mediaOf, message, smiley } from "./customer-bodies.ts";

const fileFields = { file: "https://x.example/a/b.jpg", file_name: "b.jpg", file_size: 5 };
const file = { type: "photo", ...fileFields };
const longest = `https://x.example/${smiley.repeat(8_174)}`;

const accepted: readonly AcceptedRows[] = [
  {
    rule: "CH-36",
    name: "the comment of a media message is cut too",
    rows: [
      {
        name: "the comment of a media message is cut too",
        body: mediaOf({ ...file, text: "x".repeat(1001) }),
        expects: {
          content: { type: "photo", text: "x".repeat(1000), cut: 1, media: fileFields },
          warnings: ["Field message.text was cut to its first 1000 characters: 1 more was sent."],
        },
      },
    ],
  },
  {
    rule: "CH-53",
    name: "a photo has all its fields",
    rows: [
      {
        name: "a photo with all its fields",
        body: mediaOf({
          ...file,
          width: 3,
          height: 4,
          duration: 5,
          title: "t",
          performer: "p",
          emoji: smiley,
          text: "c",
        }),
        expects: {
          content: {
            type: "photo",
            text: "c",
            media: { ...fileFields, width: 3, height: 4, duration: 5, title: "t", performer: "p", emoji: smiley },
          },
          warnings: [],
        },
      },
    ],
  },
  {
    rule: "CH-54",
    name: "a missing name is taken from the URL, a missing size stays absent, each with a warning",
    rows: [
      {
        name: "a missing file_name is the last path segment, a missing file_size stays absent, each with a warning",
        body: mediaOf({ type: "document", file: "https://x.example/in/quote%20118.pdf?key=a/b#c" }),
        expects: {
          content: {
            type: "document",
            text: "",
            media: { file: "https://x.example/in/quote%20118.pdf?key=a/b#c", file_name: "quote%20118.pdf" },
          },
          warnings: [
            "Field message.file_name is missing: the last part of the file's URL is used as the name.",
            "Field message.file_size is missing.",
          ],
        },
      },
      {
        name: "an address that ends with a slash gives no name",
        body: mediaOf({ type: "voice", file: "https://x.example/in/", file_size: 1 }),
        expects: { content: { type: "voice", text: "", media: { file: "https://x.example/in/", file_size: 1 } } },
      },
      {
        name: "an address without a path gives no name",
        body: mediaOf({ type: "voice", file: "https://x.example", file_size: 1 }),
        expects: { content: { type: "voice", text: "", media: { file: "https://x.example", file_size: 1 } } },
      },
    ],
  },
  {
    rule: "CH-56",
    name: "coordinates are numbers or decimal strings, up to the limits",
    rows: [
      {
        name: "coordinates as numbers and as decimal strings, up to the limits",
        body: mediaOf({ type: "location", latitude: "-90.0", longitude: 180 }),
        expects: { content: { type: "location", text: "", media: { latitude: -90, longitude: 180 } }, warnings: [] },
      },
    ],
  },
  {
    rule: "CH-57",
    name: "optional fields: decimal strings count as numbers, unusable values are dropped with a warning",
    rows: [
      {
        name: "decimal strings count as numbers, unusable values are dropped with a warning",
        body: mediaOf({
          ...file,
          file_size: "77120",
          width: 0,
          height: 1.5,
          duration: "9s",
          thumb: "x",
          title: [],
          latitude: 91,
          longitude: "12.5",
        }),
        expects: {
          content: { type: "photo", text: "", media: { ...fileFields, file_size: 77120, longitude: 12.5 } },
          warnings: [
            'Field message.thumb was dropped: expected an http:// or https:// URL of at most 8192 characters, got "x".',
            "Field message.title was dropped: expected a string, got an array.",
            'Field message.duration was dropped: expected a positive integer, got "9s".',
            "Field message.width was dropped: expected a positive integer, got 0.",
            "Field message.height was dropped: expected a positive integer, got 1.5.",
            "Field message.latitude was dropped: expected a number from -90 to 90, got 91.",
          ],
        },
      },
      {
        name: "a number in text has at most 40 characters",
        body: mediaOf({ ...file, width: `${"0".repeat(38)}64`, height: `${"0".repeat(39)}48` }),
        expects: {
          content: { type: "photo", text: "", media: { ...fileFields, width: 64 } },
          warnings: [`Field message.height was dropped: expected a positive integer, got "${"0".repeat(39)}4".`],
        },
      },
      {
        name: "numbers in text may have spaces around them and zeros after the point",
        body: mediaOf({ ...file, width: " 640 ", height: "480.0", duration: "12" }),
        expects: {
          content: { type: "photo", text: "", media: { ...fileFields, width: 640, height: 480, duration: 12 } },
          warnings: [],
        },
      },
      {
        name: "a preview that is too long, and texts and sizes of a wrong type, are dropped",
        body: mediaOf({
          ...file,
          thumb: `https://x.example/${"y".repeat(8_192)}`,
          performer: {},
          emoji: true,
          file_size: -5,
        }),
        expects: { content: { type: "photo", text: "", media: { file: file.file, file_name: file.file_name } } },
      },
      {
        name: "the optional file of a location is dropped if it is no link",
        body: mediaOf({ type: "location", latitude: 1, longitude: 2, file: "x" }),
        expects: {
          content: { type: "location", text: "", media: { latitude: 1, longitude: 2 } },
          warnings: [
            'Field message.file was dropped: expected an http:// or https:// URL of at most 8192 characters, got "x".',
          ],
        },
      },
    ],
  },
  {
    rule: "LIM-05",
    name: "URLs have up to 8192 code points",
    rows: [
      {
        name: "a photo, a file and its preview at addresses of 8192 code points",
        body: message({ id: "c1", photo: longest }, { ...file, file: longest, thumb: longest }),
        expects: {
          sender: { senderIdKind: "string", photo: longest },
          content: { type: "photo", text: "", media: { ...fileFields, file: longest, thumb: longest } },
          warnings: [],
        },
      },
    ],
  },
  {
    rule: "LIM-05",
    name: "labels are cut to 255 code points",
    rows: [
      {
        name: "labels are cut to 255 code points",
        body: message(
          { id: "c1", name: smiley.repeat(300), phone: "1".repeat(256), email: "e".repeat(256) },
          { ...file, file_name: "f".repeat(256), title: "t".repeat(256), performer: "p".repeat(256) },
        ),
        expects: {
          sender: {
            senderIdKind: "string",
            name: smiley.repeat(255),
            phone: "1".repeat(255),
            email: "e".repeat(255),
          },
          content: {
            type: "photo",
            text: "",
            media: {
              file: file.file,
              file_name: "f".repeat(255),
              file_size: 5,
              title: "t".repeat(255),
              performer: "p".repeat(255),
            },
          },
          warnings: [],
        },
      },
    ],
  },
];

for (const { rule, name, rows } of accepted) {
  t.test(`[${rule}] ${name}`, async (t) => {
    for (const row of rows) assertAccepted(t, row);
  });
}
