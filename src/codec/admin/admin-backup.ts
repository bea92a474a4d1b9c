import type { Static } from "typebox";
import Type from "typebox";

const timeOrNull = (description: string) => Type.Union([Type.Integer(), Type.Null()], { description });

const folderState = Type.Object(
  {
    copiedUpTo: timeOrNull(
      "A restore can go to any second up to this one, unix milliseconds; null before the first base.",
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
      description: "How the backup folder stands; null where the config file names none.",
    }),
  },
  { $id: "Backup", additionalProperties: false, description: "What is copied while the service goes on." },
);

export type BackupAnswer = Static<typeof backupAnswer>;
