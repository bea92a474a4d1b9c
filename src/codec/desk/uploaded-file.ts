import type { Static } from "typebox";
import Type from "typebox";
import type { FileRow } from "../../ports/store.ts";
import { cutFileName } from "../text/file-name.ts";
import { messageTypeOf } from "../text/mime-type.ts";

const strict = { additionalProperties: false } as const;

/** The fields of `POST /api/chats/{id}/messages` that the desk needs to send an uploaded file as a message. */
const uploadedFileSchema = Type.Object(
  {
    file: Type.String({ description: "The absolute URL of the file, which needs no session." }),
    type: Type.Enum(["photo", "video", "audio", "voice", "document"], {
      description: "The type of the message that the file becomes.",
    }),
    thumb: Type.Optional(
      Type.String({ description: "The absolute URL of a preview, 320 px wide, of a picture that has one." }),
    ),
    file_name: Type.String({ description: "The name of the file, cleaned and cut." }),
    file_size: Type.Integer({ minimum: 1, description: "The size of the file in bytes." }),
    mime_type: Type.String({ description: "The type of the file as it was sent, without parameters." }),
  },
  strict,
);
export const uploadAnswer = Type.Object(
  { file: Type.Object(uploadedFileSchema.properties, { ...strict, description: "The stored file." }) },
  strict,
);

/** This limit keeps the complete URL below 2048 characters, because many receivers take no longer one. */
const urlNameCodePointsMax = 100;

/** Source: CH-60. */
export const fileUrl = (publicUrl: string, token: string, { name }: Pick<FileRow, "name">): string =>
  `${publicUrl}/files/${token}/${encodeURIComponent(cutFileName(name, urlNameCodePointsMax))}`;

/** Source: CH-59, CH-60. */
export function toUploadedFile(
  publicUrl: string,
  token: string,
  row: Pick<FileRow, "name" | "mimeType" | "bytes">,
  isVoice: boolean,
): Static<typeof uploadedFileSchema> {
  return {
    file: fileUrl(publicUrl, token, row),
    type: messageTypeOf(row.mimeType, isVoice),
    file_name: row.name,
    file_size: row.bytes,
    mime_type: row.mimeType,
  };
}
