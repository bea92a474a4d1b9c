import type { Static } from "typebox";
import Type from "typebox";

const timeOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

const folderState = Type.Object(
  {
    copiedUpTo: timeOrNull(
      "A restore can go to any second up to this time, in Unix milliseconds; null before the first base.",
    ),
    lastBaseAt: timeOrNull("When the newest base was made, unix milliseconds; null before the first one."),
    failure: Type.Union([Type.String(), Type.Null()], { description: "Why nothing can be copied now." }),
  },
  { additionalProperties: false },
);

/** `GET /api/backup`. */
export const backupAnswer = Type.Object(
  {
    folder: Type.Union([folderState, Type.Null()], {
      description: "The state of the backup folder; null if the config file names none.",
    }),
  },
  {
    $id: "Backup",
    additionalProperties: false,
    description: "The backup folder, which the service fills while it runs.",
  },
);

export type BackupAnswer = Static<typeof backupAnswer>;
