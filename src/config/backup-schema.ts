import Type from "typebox";
import { about } from "../codec/schema/schema-parts.ts";

const hours = (title: string, description: string, maximum: number) =>
  Type.Integer({ minimum: 1, maximum, ...about(title, description) });

/** The folder for continuous backups. */
export const backupSchema = Type.Object(
  {
    folder: Type.String({
      minLength: 1,
      ...about(
        "the path of a folder",
        "Where copies go; on another disk than the data folder. Made when it is missing.",
      ),
    }),
    everySeconds: Type.Optional(
      hours("an integer from 1 to 3600", "How often what is new is copied. 10 by default.", 3_600),
    ),
    baseEveryHours: Type.Optional(
      hours("an integer from 1 to 720", "How often a base is made, from which a restore begins. 24 by default.", 720),
    ),
    keptDays: Type.Optional(hours("an integer from 1 to 3650", "How far back a restore can go. 7 by default.", 3_650)),
  },
  { additionalProperties: false, ...about('an object with "folder"', "Copies everything into a folder as it comes.") },
);
